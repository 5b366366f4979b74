package prom_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/dashboard/prom"
)

func newPool(t *testing.T, workers int) *skua.Pool {
	t.Helper()
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// TestCollector_scraped reads two pools as Prometheus does, from a server, and wants the
// numbers of each under its name.
func TestCollector_scraped(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	for workers, name := range map[int]string{2: "small", 5: "large"} {
		pool := newPool(t, workers)
		registry.MustRegister(prom.NewCollector(name, pool))
		scope := skua.NewScope(t.Context(), pool)
		for range 10 * workers {
			scope.Go(func(*skua.Worker) error { return nil })
		}
		if err := scope.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# TYPE skua_workers gauge\n", "# TYPE skua_tasks_total counter\n", "# HELP skua_steals_total ",
		"skua_workers{pool=\"small\"} 2\n", "skua_workers{pool=\"large\"} 5\n",
		"skua_tasks_total{pool=\"small\"} 20\n", "skua_tasks_total{pool=\"large\"} 50\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestCollector_lint asks the linter of Prometheus for the names and helps, and wants one metric
// for each field of Stats but Lab.
func TestCollector_lint(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(prom.NewCollector("pool", newPool(t, 2)))
	problems, err := testutil.GatherAndLint(registry)
	if err != nil || len(problems) > 0 {
		t.Errorf("the linter says %v, %v", problems, err)
	}
	fields := reflect.TypeFor[skua.Stats]().NumField() - 1
	if n, err := testutil.GatherAndCount(registry); n != fields || err != nil {
		t.Errorf("%d metrics and %d fields of Stats, error %v", n, fields, err)
	}
}

// TestCollector_again: two collectors with one name are refused when the second is registered.
func TestCollector_again(t *testing.T) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(prom.NewCollector("pool", newPool(t, 1)))
	if err := registry.Register(prom.NewCollector("pool", newPool(t, 1))); err == nil {
		t.Error("two pools have one name")
	}
}

// TestCollector_misuse: who collects no pool learns it at once, not in a scrape.
func TestCollector_misuse(t *testing.T) {
	for _, pool := range []*skua.Pool{nil, new(skua.Pool)} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, "skua") {
					t.Errorf("NewCollector recovered %q, want a panic of skua", text)
				}
			}()
			prom.NewCollector("none", pool)
		}()
	}
}
