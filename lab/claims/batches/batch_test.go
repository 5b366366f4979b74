package batches

import (
	"maps"
	"slices"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// madeBatches are samples for the numbers of workers, with that ratio of the
// times with stealing to those without, and that share of stolen tasks.
func madeBatches(workers []int, ratio, stolen float64, cores int) (rows []lab.Row) {
	for _, n := range workers {
		for sample := range 7 {
			noise := 1 + float64(sample-3)/100
			for _, kind := range dequeKinds {
				row := lab.Row{"workers": n, "sample": sample, "kind": kind.name, "tasks": 100 * n, "cores": cores, "ran": 1}
				without, with := maps.Clone(row), maps.Clone(row)
				without["stealing"], without["total"], without["wait"], without["stole"] = false, 2.0, 1.0, 0
				with["stealing"], with["total"], with["wait"] = true, 2*ratio*noise, ratio*noise
				with["stole"] = stolen * float64(100*n)
				rows = append(rows, without, with)
			}
		}
	}
	return rows
}

// TestEven_verdict wants the verdict to follow from the samples.
func TestEven_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() []lab.Row { return madeBatches(printedWorkers, 0.95, 0.05, 8) },
		Falsified: map[string]func(lab.Row) lab.Row{
			"much is stolen":             trial.Set("stole", trial.Times(3), lab.Row{"stealing": true, "workers": 64, "kind": "bounded"}),
			"stealing shortens the run":  trial.Set("total", trial.Times(0.6), lab.Row{"stealing": true, "workers": 4, "kind": "unbounded"}),
			"stealing lengthens the run": trial.Set("total", trial.Times(1.5), lab.Row{"stealing": true, "workers": 128, "kind": "bounded"}),
			"stealing shortens the wait": trial.Set("wait", trial.Times(0.6), lab.Row{"stealing": true, "workers": 8}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"beyond, but in five samples only": func(r lab.Row) lab.Row {
				if r["sample"].(float64) >= 5 {
					return nil
				}
				return trial.Set("total", trial.Times(1.5), lab.Row{"stealing": true, "workers": 8})(r)
			},
			"a median just beyond": trial.Set("total", trial.Times(1.38), lab.Row{"stealing": true, "workers": 8}),
			"no run without stealing": func(r lab.Row) lab.Row {
				if r["stealing"] == 0.0 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Even)
}

// TestSkewed_verdict wants the verdict to follow from the samples.
func TestSkewed_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() []lab.Row { return madeBatches([]int{2, 4, 8, 16, 32}, 0.6, 0.3, 64) },
		Falsified: map[string]func(lab.Row) lab.Row{
			"no gain for 16 workers":       trial.Set("total", trial.Times(1.6), lab.Row{"stealing": true, "workers": 16, "kind": "bounded"}),
			"a loss for 8 workers":         trial.Set("total", trial.Times(1.9), lab.Row{"stealing": true, "workers": 8, "kind": "unbounded"}),
			"no gain in the waiting time":  trial.Set("wait", trial.Times(1.6), lab.Row{"stealing": true, "workers": 4}),
			"no gain for the largest crew": trial.Set("total", trial.Times(1.6), lab.Row{"stealing": true, "workers": 32}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a median just above": trial.Set("total", trial.Times(1.35), lab.Row{"stealing": true, "workers": 8}),
			"two workers only": func(r lab.Row) lab.Row {
				if r["workers"] != 2.0 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Skewed)
}

// TestBatchPrinted: the source's own tables keep to the bounds that even has for
// its words, and contradict the words of skewed.
func TestBatchPrinted(t *testing.T) {
	made := func(lines []printedLine) *lab.Table {
		table := &lab.Table{}
		for i := range gauge.IntervalNeeds * len(lines) { // each as often as decides
			l := lines[i/gauge.IntervalNeeds]
			row := lab.Row{"workers": l.workers, "kind": l.kind, "sample": i % gauge.IntervalNeeds, "tasks": 100 * l.workers, "cores": 8}
			without, with := maps.Clone(row), maps.Clone(row)
			with["stealing"], with["total"], with["wait"], with["stole"] = true, l.total, l.wait, l.stole
			without["stealing"], without["total"], without["wait"], without["stole"] = false, l.total0, l.wait0, 0
			table.Add(with)
			table.Add(without)
		}
		return table
	}
	if f := judgeEven(made(evenPrinted)); f.Verdict != lab.Confirmed {
		t.Errorf("the printed even load: %s (%s), want confirmed", f.Verdict, f.Reason)
	}
	if f := judgeSkewed(made(skewedPrinted)); f.Verdict != lab.Refuted {
		t.Errorf("the printed skewed load: %s (%s), want refuted: six of eight lines gain less than a fifth", f.Verdict, f.Reason)
	}
}

// TestBatch_run runs both batches small and wants what does not depend on time:
// every combination, nothing stolen where stealing is off. That every task was run
// once, and its result, the run has checked itself.
func TestBatch_run(t *testing.T) {
	for _, e := range []lab.Experiment{Even, Skewed} {
		res := trial.Run(t, e, map[string][]int{"workers": {1, 2, 5}, "tasks": {30}, "fib": {12}, "samples": {3}})
		if len(res.Table.Rows) != 3*3*4 {
			t.Errorf("%s: %d samples, want 36", e.ID, len(res.Table.Rows))
		}
		if stole := res.Table.Where("stealing", false).Floats("stole"); slices.Max(stole) != 0 {
			t.Errorf("%s: stolen without stealing: %v", e.ID, stole)
		}
		if stole := res.Table.Where("workers", 1).Floats("stole"); slices.Max(stole) != 0 {
			t.Errorf("%s: a worker alone stole from itself: %v", e.ID, stole)
		}
	}
}

// TestBatchSteals: a worker without tasks takes those of one that never runs.
func TestBatchSteals(t *testing.T) {
	for _, kind := range dequeKinds {
		c := &crew{stealing: true}
		tasks := make([]*task, 10)
		for i := range 3 {
			c.deques = append(c.deques, kind.make(10))
			for j := range tasks {
				if i == 2 {
					tasks[j] = &task{n: 5}
					c.deques[i].Push(tasks[j])
				}
			}
		}
		c.work(0, (&lab.Runner{}).Rand(lab.Row{}))
		row, err := c.sums(tasks)
		if err != nil || row["ran"] != 1.0 || c.steals.Load() != 10 {
			t.Errorf("%s: %v (%v), want all ten tasks stolen from the last deque", kind.name, row, err)
		}
	}
}

// TestBatchSumsRefuses: a task that was run twice, or wrongly, is an error.
func TestBatchSumsRefuses(t *testing.T) {
	twice, wrong := &task{n: 5}, &task{n: 5}
	c := &crew{}
	twice.compute(c.begin)
	twice.compute(c.begin)
	wrong.compute(c.begin)
	wrong.got++
	for name, ran := range map[string]*task{"twice": twice, "wrong": wrong} {
		if row, err := c.sums([]*task{ran}); err == nil {
			t.Errorf("%s: %v", name, row)
		}
	}
}
