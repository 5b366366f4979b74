package queues_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/dashboard/prom/queues"
)

// A world is a cluster in this process, on a NATS server of its own, with one node.
type world struct {
	node     *cluster.Node
	running  chan string // gets the payload of each task that has begun
	registry *prometheus.Registry
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{running: make(chan string, 1), registry: prometheus.NewPedanticRegistry()}
	node, err := cluster.Join(t.Context(), "", cluster.Config{Name: "n", Slots: 1, Policy: cluster.Policy{Depth: cluster.NoPrefetch},
		Handlers: map[string]cluster.Handler{
			"fail": func(context.Context, *cluster.Task) ([]byte, error) { return nil, errors.New("it fails") },
			"wait": func(ctx context.Context, task *cluster.Task) ([]byte, error) {
				w.running <- string(task.Payload)
				<-ctx.Done()
				return nil, context.Cause(ctx)
			},
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { node.Close() })
	w.node = node
	w.registry.MustRegister(queues.NewCollector("c", node.Client))
	return w
}

// submit submits a job of n tasks.
func (w *world) submit(t *testing.T, spec cluster.JobSpec, n int) *cluster.Job {
	t.Helper()
	job, err := w.node.Submit(t.Context(), spec, slices.Values(slices.Repeat([][]byte{nil}, n)))
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// value is the value of a metric with some labels, written as in the text of a scrape.
func (w *world) value(t *testing.T, name, labels string) float64 {
	t.Helper()
	families, err := w.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var got []string
			for _, l := range m.GetLabel() {
				if l.GetValue() != "" {
					got = append(got, l.GetName()+"="+l.GetValue())
				}
			}
			if f.GetName() == name && strings.Join(got, ",") == labels {
				return m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no metric %s with %s", name, labels)
	return 0
}

// TestCollector looks at a node that has made two dead letters, runs a task, and leaves others waiting.
func TestCollector(t *testing.T) {
	w := newWorld(t)
	dead := w.submit(t, cluster.JobSpec{Handler: "fail", Attempts: 1}, 2)
	if _, ok := errors.AsType[*cluster.TaskError](dead.Wait(t.Context())); !ok {
		t.Fatal("the tasks do not fail")
	}
	job := w.submit(t, cluster.JobSpec{Handler: "wait"}, 3)
	<-w.running
	urgent := w.submit(t, cluster.JobSpec{Handler: "wait", Priority: cluster.Interactive}, 1)
	for _, m := range []struct {
		name, labels string
		want         float64
	}{
		{"skua_cluster_up", "cluster=c", 1},
		{"skua_cluster_tasks", "cluster=c", 4},
		{"skua_cluster_dead_letters", "cluster=c", 2},
		{"skua_cluster_nodes_working", "cluster=c", 1},
		{"skua_cluster_nodes_resting", "cluster=c", 0},
		{"skua_queue_waiting_tasks", "cluster=c,handler=wait,priority=batch", 2},
		{"skua_queue_leased_tasks", "cluster=c,handler=wait,priority=batch", 1},
		{"skua_queue_again_tasks", "cluster=c,handler=wait,priority=batch", 0},
		{"skua_queue_oldest_seconds", "cluster=c,handler=fail,priority=batch", 0},
		{"skua_node_slots", "cluster=c,node=n", 1},
	} {
		if got := w.value(t, m.name, m.labels); got != m.want {
			t.Errorf("%s with %s is %v, want %v", m.name, m.labels, got, m.want)
		}
	}
	const one = "cluster=c,handler=wait,priority=interactive"
	if n := w.value(t, "skua_queue_waiting_tasks", one) + w.value(t, "skua_queue_leased_tasks", one); n != 1 {
		t.Errorf("%v urgent tasks wait or are leased, want 1", n)
	}
	if age := w.value(t, "skua_queue_oldest_seconds", "cluster=c,handler=wait,priority=batch"); age <= 0 || age > 600 {
		t.Errorf("the oldest task is %v s old", age)
	}
	// The node tells of itself once a second.
	for end := time.Now().Add(time.Minute); ; {
		begun, failed := w.value(t, "skua_node_executions_total", "cluster=c,node=n"), w.value(t, "skua_node_failures_total", "cluster=c,node=n")
		if begun == 3 && failed == 2 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the node has begun %v executions, of which %v failed; want 3 and 2", begun, failed)
		}
	}
	if err := errors.Join(job.Cancel(t.Context()), urgent.Cancel(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// TestCollector_lint asks the linter of Prometheus for the names and helps.
func TestCollector_lint(t *testing.T) {
	w := newWorld(t)
	problems, err := testutil.GatherAndLint(w.registry)
	if err != nil || len(problems) > 0 {
		t.Errorf("the linter says %v, %v", problems, err)
	}
}

// TestCollector_down: without a server a scrape says so, and the numbers of others in the registry stay.
func TestCollector_down(t *testing.T) {
	w := newWorld(t)
	other := prometheus.NewGauge(prometheus.GaugeOpts{Name: "other", Help: "Another one."})
	w.registry.MustRegister(other)
	if err := w.node.Close(); err != nil {
		t.Fatal(err)
	}
	if got := w.value(t, "skua_cluster_up", "cluster=c"); got != 0 {
		t.Errorf("skua_cluster_up is %v of a cluster that is closed", got)
	}
	if n, err := testutil.GatherAndCount(w.registry); n != 2 || err != nil {
		t.Errorf("%d metrics, error %v; want two", n, err)
	}
}

// TestCollector_misuse: who collects no cluster learns it at once, not in a scrape.
func TestCollector_misuse(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "queues: NewCollector") {
			t.Errorf("NewCollector recovered %q", text)
		}
	}()
	queues.NewCollector("none", nil)
}
