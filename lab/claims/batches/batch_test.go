package batches

import (
	"maps"
	"math"
	"math/rand/v2"
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
			for _, kind := range batchKinds.Judged {
				row := lab.Row{"workers": n, "sample": sample, "kind": kind, "tasks": 100 * n, "cores": cores, "ran": 1, "largest": 1 / float64(n/2)}
				if kind != simulated {
					row["had"] = 0.97
				}
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
			"much is stolen":                               trial.Set("stole", trial.Times(3), lab.Row{"stealing": true, "workers": 64, "kind": "bounded"}),
			"stealing shortens the run":                    trial.Set("total", trial.Times(0.6), lab.Row{"stealing": true, "workers": 4, "kind": "unbounded"}),
			"stealing lengthens the run":                   trial.Set("total", trial.Times(1.5), lab.Row{"stealing": true, "workers": 128, "kind": "bounded"}),
			"stealing shortens the run on simulated cores": trial.Set("total", trial.Times(0.6), lab.Row{"stealing": true, "workers": 4, "kind": simulated}),
			"much is stolen from bounded deques":           trial.Set("stole", trial.Times(3), lab.Row{"stealing": true, "workers": 64, "kind": "bounded"}),
			"stealing shortens the wait":                   trial.Set("wait", trial.Times(0.6), lab.Row{"stealing": true, "workers": 8}),
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
			"no gain for two workers":      trial.Set("total", trial.Times(1.6), lab.Row{"stealing": true, "workers": 2, "kind": "bounded"}),
			"no gain on simulated cores":   trial.Set("total", trial.Times(1.6), lab.Row{"stealing": true, "workers": 8, "kind": simulated}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a median just above":                      trial.Set("total", trial.Times(1.35), lab.Row{"stealing": true, "workers": 8}),
			"cores that are all busy without stealing": trial.Set("cores", func(float64) float64 { return 1 }, nil),
			"no simulated cores": func(r lab.Row) lab.Row {
				if r["kind"] == simulated {
					return nil
				}
				return r
			},
		},
	}.Check(t, Skewed)
}

// TestQuantity_verdict wants the verdict to follow from the samples.
func TestQuantity_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() []lab.Row { return madeBatches([]int{4, 8}, 0.4, 0.6, 8) },
		Falsified: map[string]func(lab.Row) lab.Row{
			"no gain with bounded deques": trial.Set("total", trial.Times(2.5), lab.Row{"stealing": true, "workers": 4, "kind": "bounded"}),
			"no gain with unbounded deques": func(r lab.Row) lab.Row {
				where := lab.Row{"stealing": true, "workers": 8, "kind": "unbounded"}
				return trial.Set("wait", trial.Times(2.5), where)(trial.Set("total", trial.Times(2.5), where)(r))
			},
			"no gain on simulated cores": trial.Set("total", trial.Times(2.5), lab.Row{"stealing": true, "workers": 8, "kind": simulated}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a median just above": trial.Set("total", trial.Times(2.02), lab.Row{"stealing": true, "workers": 8, "kind": "bounded"}),
		},
	}.Check(t, Quantity)
}

// TestSimulateBatch wants what can be worked out: alone every worker takes as long as its tasks; with
// stealing half of the workers' work is halved if there are cores for all, and takes as long as without if
// half of the workers keep all cores busy.
func TestSimulateBatch(t *testing.T) {
	const n = 20
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		workers, cores int
		want           float64 // total time with stealing by without
	}{{2, 8, 0.5}, {4, 8, 0.5}, {8, 8, 0.5}, {16, 8, 1}, {4, 2, 1}, {1, 1, 1}} {
		numbers := drawBatch(random, c.workers, func(_ *rand.Rand, worker, workers int) []int {
			if worker < (workers+1)/2 {
				return slices.Repeat([]int{n}, 100)
			}
			return slices.Repeat([]int{1}, 100)
		})
		alone, with := simulateBatch(numbers, c.cores, false, random), simulateBatch(numbers, c.cores, true, random)
		busy := float64((c.workers + 1) / 2)
		want := 100 * workOf(n) * max(1, busy/float64(c.cores))
		if total := alone["total"].(float64); total < want || total > 1.01*want+200 || alone["stole"] != 0 {
			t.Errorf("%d workers on %d cores without stealing: %v, want a time of %v", c.workers, c.cores, alone, want)
		}
		if ratio := with["total"].(float64) / alone["total"].(float64); math.Abs(ratio-c.want) > 0.03 {
			t.Errorf("%d workers on %d cores: stealing takes %v of the time, want %v", c.workers, c.cores, ratio, c.want)
		}
	}
	// A worker without tasks yields before it steals, and the other one ends its ten in one slice.
	if row := simulateBatch([][]int{nil, slices.Repeat([]int{n}, 10)}, 1, true, random); row["stole"] != 0 {
		t.Errorf("on one core %v tasks were stolen by a worker that should have yielded", row["stole"])
	}
}

// TestBatchPrinted: the source's own tables keep to the bounds that even has for
// its words, and contradict the words of skewed.
func TestBatchPrinted(t *testing.T) {
	made := func(lines []printedLine) *lab.Table {
		table := &lab.Table{}
		for i := range gauge.IntervalNeeds * len(lines) { // each as often as decides
			l := lines[i/gauge.IntervalNeeds]
			row := lab.Row{"workers": l.workers, "kind": l.kind, "sample": i % gauge.IntervalNeeds, "tasks": 100 * l.workers, "cores": 8, "largest": 2 / float64(l.workers)}
			without, with := maps.Clone(row), maps.Clone(row)
			with["stealing"], with["total"], with["wait"], with["stole"] = true, l.total, l.wait, l.stole
			without["stealing"], without["total"], without["wait"], without["stole"] = false, l.total0, l.wait0, 0
			table.Add(with)
			table.Add(without)
		}
		return table
	}
	// What the source has no samples of confirms either claim.
	with := func(printed *lab.Table, ratio, stolen float64) *lab.Table {
		for _, r := range madeBatches([]int{4, 8, 16, 32, 64, 128}, ratio, stolen, 8) {
			if r["kind"] == simulated && len(printed.Where("workers", r["workers"]).Rows) > 0 {
				printed.Add(r)
			}
		}
		return printed
	}
	if f := judgeEven(with(made(evenPrinted), 1, 0)); f.Verdict != lab.Confirmed {
		t.Errorf("the printed even load: %s (%s), want confirmed", f.Verdict, f.Reason)
	}
	if f := judgeGain(with(made(skewedPrinted), 0.5, 0.3)); f.Verdict != lab.Refuted {
		t.Errorf("the printed skewed load: %s (%s), want refuted: of 4 and 8 workers the bounded deque gains less than a fifth", f.Verdict, f.Reason)
	}
}

// TestBatch_run runs both batches small and wants what does not depend on time:
// every combination, nothing stolen where stealing is off. That every task was run
// once, and its result, the run has checked itself.
func TestBatch_run(t *testing.T) {
	for _, e := range []lab.Experiment{Even, Skewed, Quantity} {
		few := map[string][]int{"workers": {1, 2, 5}, "tasks": {30}, "fib": {12}, "samples": {3}}
		if e.ID == Quantity.ID {
			delete(few, "tasks")
			few["parts"] = []int{2}
		}
		res := trial.Run(t, e, few)
		if len(res.Table.Rows) != 3*3*(4+2) {
			t.Errorf("%s: %d samples, want 54", e.ID, len(res.Table.Rows))
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
	twice.compute(c.begin, 0)
	twice.compute(c.begin, 0)
	wrong.compute(c.begin, 0)
	wrong.got++
	for name, ran := range map[string]*task{"twice": twice, "wrong": wrong} {
		if row, err := c.sums([]*task{ran}); err == nil {
			t.Errorf("%s: %v", name, row)
		}
	}
}
