package lcws

import (
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestExposure_verdict wants the verdict to follow from the samples.
func TestExposure_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for i := range 20 {
				for _, p := range exposePolicies {
					for leaf, share := range map[string]float64{"forks": 0.01, "polls": 0.02, "silent": 1} {
						noise := 1 + float64(i)/100
						rows = append(rows, lab.Row{"policy": p.name, "leaf": leaf, "round": 0, "had": 0.98, "share": share * noise, "waited": 8000 * share * noise, "next": 10, "stolen": 16})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"an owner that does not look at forks":    trial.Set("share", trial.Times(50), lab.Row{"leaf": "forks"}),
			"one that does not look when it polls":    trial.Set("share", trial.Times(20), lab.Row{"leaf": "polls", "policy": "half"}),
			"a thief that is served by a silent one":  trial.Set("share", trial.Times(0.5), lab.Row{"leaf": "silent", "policy": "one"}),
			"one that exposes half when silent":       trial.Set("share", trial.Times(0.5), lab.Row{"leaf": "silent", "policy": "half"}),
			"one that exposes one late at forks":      trial.Set("share", trial.Times(50), lab.Row{"leaf": "forks", "policy": "one"}),
			"one that exposes half late at forks":     trial.Set("share", trial.Times(50), lab.Row{"leaf": "forks", "policy": "half"}),
			"one that exposes one late when it polls": trial.Set("share", trial.Times(20), lab.Row{"leaf": "polls", "policy": "one"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"too few samples": func(r lab.Row) lab.Row {
				if r["policy"] == "half" && r["waited"].(float64) > 8000*1.02 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Exposure)
}

// TestExposure_row wants the waits of a request that was served, and of one that was
// not; and no row for a thief that asked before the leaf began, or in its second half.
func TestExposure_row(t *testing.T) {
	q := &request{long: 1000, plugEnd: 2000, leaf: [2]int64{1900, 3000}}
	if r, ok := q.row(); !ok || r["share"] != 1.0 || r["waited"] != 1.0 || r["stolen"] != 0 {
		t.Errorf("not served: %v", r)
	}
	q.children[0].begin, q.children[0].end = 2100, 2200
	q.children[1].begin, q.children[1].end = 2250, 2300
	if r, ok := q.row(); !ok || r["share"] != 0.1 || r["waited"] != 0.1 || r["stolen"] != 2 || r["next"] != 0.05 {
		t.Errorf("served: %v", r)
	}
	for _, at := range []int64{1800, 2600} {
		q.plugEnd = at
		if r, ok := q.row(); ok {
			t.Errorf("asked at %d: %v", at, r)
		}
	}
}

// TestExposure_run wants every request to be answered in the end: the tasks return.
func TestExposure_run(t *testing.T) {
	res := trial.Run(t, Exposure, map[string][]int{"rounds": {1}, "samples": {1}})
	if want := len(exposeLeaves) * len(exposePolicies); res.Cases != want {
		t.Errorf("%d cases, want %d", res.Cases, want)
	}
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, leaf := range exposeLeaves {
		q := ask(pool, leaf, 5*time.Millisecond)
		if q.plugEnd == 0 || q.leaf[1]-q.leaf[0] < int64(5*time.Millisecond) {
			t.Errorf("%s: the plug ended at %d, the leaf took %v", leaf, q.plugEnd, q.leaf)
		}
	}
}

// TestExposure_leaf wants a fork out of a leaf that a thief has to be a part of the leaf, and not the whole
// request once more.
func TestExposure_leaf(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for n := range 8 {
		q := &request{zero: time.Now()}
		skua.NewFunc(q.run).On(pool, fibArg-n)
		if q.plugged.Load() || q.leaf != [2]int64{} {
			t.Errorf("the fork for Fibonacci's %d is something else: %+v", n, q.leaf)
		}
	}
}
