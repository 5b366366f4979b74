package vars_test

import (
	"encoding/json"
	"expvar"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/dashboard/vars"
)

// TestOf_served reads a pool's numbers as a monitor does, from a server's /debug/vars, before
// and after the pool has run tasks.
func TestOf_served(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	expvar.Publish("served", vars.Of(pool))
	server := httptest.NewServer(http.DefaultServeMux) // expvar's init has put its handler there
	defer server.Close()

	if s := served(t, server.URL+"/debug/vars"); s.Workers != 2 || s.Tasks != 0 {
		t.Errorf("a new pool: %+v, want 2 workers and no task", s)
	}
	scope := skua.NewScope(t.Context(), pool)
	for range 7 {
		scope.Go(func(*skua.Worker) error { return nil })
	}
	if err := scope.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := served(t, server.URL+"/debug/vars"); s.Tasks != 7 {
		t.Errorf("%d tasks, want 7", s.Tasks)
	}
}

func served(t *testing.T, url string) skua.Stats {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var all struct{ Served *skua.Stats }
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		t.Fatal(err)
	}
	if all.Served == nil {
		t.Fatal("the variable is not there")
	}
	return *all.Served
}

// TestOf_misuse: who publishes no pool learns it at once, not in the handler.
func TestOf_misuse(t *testing.T) {
	for _, pool := range []*skua.Pool{nil, new(skua.Pool)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Of(%v) did not panic", pool)
				}
			}()
			vars.Of(pool)
		}()
	}
}
