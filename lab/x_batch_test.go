package lab

import (
	"maps"
	"slices"
	"testing"
)

// madeBatches are samples for the numbers of workers, with that ratio of the
// times with stealing to those without, and that share of stolen tasks.
func madeBatches(workers []int, ratio, stolen float64, cores int) (rows []Row) {
	for _, n := range workers {
		for sample := range 7 {
			noise := 1 + float64(sample-3)/100
			for _, kind := range batchKinds {
				row := Row{"workers": n, "sample": sample, "kind": kind.name, "tasks": 100 * n, "cores": cores, "ran": 1}
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
	trial{
		confirming: func() []Row { return madeBatches(batchPrintedWorkers, 0.95, 0.05, 8) },
		falsified: map[string]func(Row) Row{
			"much is stolen":             set("stole", times(3), Row{"stealing": true, "workers": 64, "kind": "bounded"}),
			"stealing shortens the run":  set("total", times(0.6), Row{"stealing": true, "workers": 4, "kind": "unbounded"}),
			"stealing lengthens the run": set("total", times(1.5), Row{"stealing": true, "workers": 128, "kind": "bounded"}),
			"stealing shortens the wait": set("wait", times(0.6), Row{"stealing": true, "workers": 8}),
		},
		undecided: map[string]func(Row) Row{
			"beyond, but in five samples only": func(r Row) Row {
				if r["sample"].(float64) >= 5 {
					return nil
				}
				return set("total", times(1.5), Row{"stealing": true, "workers": 8})(r)
			},
			"a median just beyond": set("total", times(1.38), Row{"stealing": true, "workers": 8}),
			"no run without stealing": func(r Row) Row {
				if r["stealing"] == 0.0 {
					return nil
				}
				return r
			},
		},
	}.check(t, even)
}

// TestSkewed_verdict wants the verdict to follow from the samples.
func TestSkewed_verdict(t *testing.T) {
	trial{
		confirming: func() []Row { return madeBatches([]int{2, 4, 8, 16, 32}, 0.6, 0.3, 64) },
		falsified: map[string]func(Row) Row{
			"no gain for 16 workers":       set("total", times(1.6), Row{"stealing": true, "workers": 16, "kind": "bounded"}),
			"a loss for 8 workers":         set("total", times(1.9), Row{"stealing": true, "workers": 8, "kind": "unbounded"}),
			"no gain in the waiting time":  set("wait", times(1.6), Row{"stealing": true, "workers": 4}),
			"no gain for the largest crew": set("total", times(1.6), Row{"stealing": true, "workers": 32}),
		},
		undecided: map[string]func(Row) Row{
			"a median just above": set("total", times(1.35), Row{"stealing": true, "workers": 8}),
			"two workers only": func(r Row) Row {
				if r["workers"] != 2.0 {
					return nil
				}
				return r
			},
		},
	}.check(t, skewed)
}

// TestBatchPrinted: the source's own tables keep to the bounds that even has for
// its words, and contradict the words of skewed.
func TestBatchPrinted(t *testing.T) {
	made := func(lines []batchLine) *Table {
		table := &Table{}
		for i := range IntervalNeeds * len(lines) { // each as often as decides
			l := lines[i/IntervalNeeds]
			row := Row{"workers": l.workers, "kind": l.kind, "sample": i % IntervalNeeds, "tasks": 100 * l.workers, "cores": 8}
			without, with := maps.Clone(row), maps.Clone(row)
			with["stealing"], with["total"], with["wait"], with["stole"] = true, l.total, l.wait, l.stole
			without["stealing"], without["total"], without["wait"], without["stole"] = false, l.total0, l.wait0, 0
			table.Add(with)
			table.Add(without)
		}
		return table
	}
	if f := judgeEven(made(evenPrinted)); f.Verdict != Confirmed {
		t.Errorf("the printed even load: %s (%s), want confirmed", f.Verdict, f.Reason)
	}
	if f := judgeSkewed(made(skewedPrinted)); f.Verdict != Refuted {
		t.Errorf("the printed skewed load: %s (%s), want refuted: six of eight lines gain less than a fifth", f.Verdict, f.Reason)
	}
}

// TestBatch_run runs both batches small and wants what does not depend on time:
// every combination, nothing stolen where stealing is off. That every task was run
// once, and its result, the run has checked itself.
func TestBatch_run(t *testing.T) {
	for _, e := range []Experiment{even, skewed} {
		res := smallRun(t, e, map[string][]int{"workers": {1, 2, 5}, "tasks": {30}, "fib": {12}, "samples": {3}})
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
	for _, kind := range batchKinds {
		c := &batchCrew{stealing: true}
		tasks := make([]*batchTask, 10)
		for i := range 3 {
			c.deques = append(c.deques, kind.make(10))
			for j := range tasks {
				if i == 2 {
					tasks[j] = &batchTask{n: 5}
					c.deques[i].Push(tasks[j])
				}
			}
		}
		c.work(0, (&Runner{}).Rand(Row{}))
		row, err := c.batchSums(tasks)
		if err != nil || row["ran"] != 1.0 || c.steals.Load() != 10 {
			t.Errorf("%s: %v (%v), want all ten tasks stolen from the last deque", kind.name, row, err)
		}
	}
}

// TestBatchSumsRefuses: a task that was run twice, or wrongly, is an error.
func TestBatchSumsRefuses(t *testing.T) {
	twice, wrong := &batchTask{n: 5}, &batchTask{n: 5}
	c := &batchCrew{}
	twice.compute(c.begin)
	twice.compute(c.begin)
	wrong.compute(c.begin)
	wrong.got++
	for name, task := range map[string]*batchTask{"twice": twice, "wrong": wrong} {
		if row, err := c.batchSums([]*batchTask{task}); err == nil {
			t.Errorf("%s: %v", name, row)
		}
	}
}
