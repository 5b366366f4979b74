package lab

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"
)

// TestRealtime_verdict wants the verdict to follow from the samples.
func TestRealtime_verdict(t *testing.T) {
	trial{
		confirming: func() (rows []Row) {
			for _, rule := range realtimeRules {
				for _, row := range madeBatches([]int{2, 16}, 0.9, 0.2, 8) {
					row["rule"] = rule
					rows = append(rows, row)
				}
			}
			return rows
		},
		falsified: map[string]func(Row) Row{
			"tasks remain":               set("ran", times(0.6), Row{"rule": "printed"}),
			"tasks remain in one sample": set("ran", times(0.99), Row{"rule": "printed", "stealing": true, "workers": 2, "sample": 3, "kind": "bounded"}),
		},
		undecided: map[string]func(Row) Row{
			"the repaired rule only": func(r Row) Row {
				if r["rule"] == "printed" {
					return nil
				}
				return r
			},
		},
	}.check(t, realtime)
}

// TestRealtime_run wants all tasks run by workers that stay; how many the printed
// rule leaves is a matter of luck.
func TestRealtime_run(t *testing.T) {
	res := smallRun(t, realtime, map[string][]int{"workers": {1, 3}, "tasks": {20}, "fib": {10}, "samples": {2}})
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
		c := &batchCrew{stealing: true, leave: leave}
		var tasks []*batchTask
		for i := range 3 {
			c.deques = append(c.deques, batchKinds[0].make(3))
			c.mail = append(c.mail, make(chan *batchTask, 3))
			tasks = append(tasks, &batchTask{n: i})
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
	e := realtime
	e.Params = slices.Clone(e.Params)
	for i, p := range e.Params {
		values := map[string][]int{"workers": {4}, "tasks": {100_000}}
		maps.DeleteFunc(values, func(name string, _ []int) bool { return name != p.Name })
		for _, v := range values {
			e.Params[i].Quick = v
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Quick: true, Seed: 1, Progress: func(Progress) { time.AfterFunc(20*time.Millisecond, cancel) }}
	if _, err := Run(ctx, e, o); !errors.Is(err, context.Canceled) {
		t.Errorf("the run ends with %v, want context.Canceled", err)
	}
}
