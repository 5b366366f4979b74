package batches

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestRealtime_verdict wants the verdict to follow from the samples.
func TestRealtime_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, rule := range realtimeRules {
				for _, row := range madeBatches([]int{2, 16}, 0.9, 0.2, 8) {
					if row["kind"] == simulated {
						continue
					}
					row["rule"] = rule
					rows = append(rows, row)
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"tasks remain":               trial.Set("ran", trial.Times(0.6), lab.Row{"rule": "printed"}),
			"tasks remain in one sample": trial.Set("ran", trial.Times(0.99), lab.Row{"rule": "printed", "stealing": true, "workers": 2, "sample": 3, "kind": "bounded"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"the repaired rule only": func(r lab.Row) lab.Row {
				if r["rule"] == "printed" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Realtime)
}

// TestRealtime_run wants all tasks run by workers that stay; how many the printed
// rule leaves is a matter of luck.
func TestRealtime_run(t *testing.T) {
	res := trial.Run(t, Realtime, map[string][]int{"workers": {1, 3}, "tasks": {20}, "fib": {10}, "samples": {2}})
	if len(res.Table.Rows) != 2*2*8 {
		t.Errorf("%d samples, want 32", len(res.Table.Rows))
	}
	if ran := res.Table.Where("rule", "repaired").Floats("ran"); slices.Min(ran) != 1 {
		t.Errorf("workers that stay ran the shares %v, want all", ran)
	}
	if ran := res.Table.Where("rule", "printed").Floats("ran"); slices.Min(ran) <= 0 {
		t.Errorf("the printed rule ran the shares %v, want at least the tasks of the start", ran)
	}
}

// TestRealtime_leave: a task that comes after the workers have found nothing is
// run by those that stay, and by none that leave as printed.
func TestRealtime_leave(t *testing.T) {
	for _, leave := range []bool{true, false} {
		c := &crew{stealing: true, leave: leave}
		var tasks []*task
		for i := range 3 {
			c.deques = append(c.deques, dequeKinds[0].make(3))
			c.mail = append(c.mail, make(chan *task, 3))
			tasks = append(tasks, &task{n: i})
		}
		c.left.Store(3)
		c.send(t.Context(), tasks[:2], make([]arrival, 2))
		ended := make(chan bool)
		go func() {
			defer close(ended)
			c.run(1)
		}()
		if leave {
			<-ended
		}
		c.send(t.Context(), tasks[2:], make([]arrival, 1))
		<-ended
		if ran := tasks[2].runs.Load() == 1; ran == leave {
			t.Errorf("workers that leave as printed: %v; the late task was run: %v", leave, ran)
		}
	}
}

// TestRealtime_interrupt: an interrupted run ends, although tasks are missing.
func TestRealtime_interrupt(t *testing.T) {
	e := Realtime
	e.Params = slices.Clone(e.Params)
	for i, p := range e.Params {
		values := map[string][]int{"workers": {4}, "tasks": {100_000}}
		maps.DeleteFunc(values, func(name string, _ []int) bool { return name != p.Name })
		for _, v := range values {
			e.Params[i].Quick = v
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := lab.Options{Quick: true, Seed: 1, Progress: func(lab.Progress) { time.AfterFunc(20*time.Millisecond, cancel) }}
	if _, err := lab.Run(ctx, e, o); !errors.Is(err, context.Canceled) {
		t.Errorf("the run ends with %v, want context.Canceled", err)
	}
}
