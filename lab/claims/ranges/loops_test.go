package ranges

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// madeLoops are samples of loops in two ways, of which one takes the ratio of the other's time.
func madeLoops(column, way, than string, ratio func(shape string, workers int, try float64) float64) (rows []lab.Row) {
	for _, s := range loopShapes {
		for _, workers := range []int{2, 16, 64} {
			for _, try := range tries {
				for sample := range 5 {
					noise := 1 + float64(sample-2)/1000
					for name, time := range map[string]float64{than: 100 * noise, way: 100 * noise * ratio(s.name, workers, try)} {
						rows = append(rows, lab.Row{"shape": s.name, "workers": workers, "try": try, "sample": sample, column: name,
							"time": time, "time_to_ideal": time / 25, "steals": 10, "tries": 20})
					}
				}
			}
		}
	}
	return rows
}

// only takes away the rows whose column has the value.
func only(column string, without any) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		if r[column] == without {
			return nil
		}
		return r
	}
}

// TestBeginning_verdict wants the verdict to follow from the samples.
func TestBeginning_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() []lab.Row {
			return madeLoops("begin", "shares", "one", func(shape string, workers int, try float64) float64 {
				if shape == evenShape && workers >= crowd && try > 1 {
					return 0.6
				}
				return 0.98
			})
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"shares that are slow in one shape":        trial.Set("time", trial.Times(1.4), lab.Row{"begin": "shares", "shape": "power law", "workers": 16}),
			"shares that are slow on even work":        trial.Set("time", trial.Times(1.05), lab.Row{"begin": "shares", "shape": evenShape, "workers": 2}),
			"a beginning in one place that is as good": trial.Set("time", trial.Times(0.6), lab.Row{"begin": "one", "shape": evenShape, "workers": 64, "try": 10.0}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"shares that are a little slow": trial.Set("time", trial.Times(1.15), lab.Row{"begin": "shares", "shape": "power law"}),
			"few workers": func(r lab.Row) lab.Row {
				if r["workers"].(float64) >= crowd {
					return nil
				}
				return r
			},
			"one beginning": only("begin", "one"),
		},
	}.Check(t, Beginning)
}

// TestChunks_verdict wants the verdict to follow from the samples.
func TestChunks_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() []lab.Row {
			return madeLoops("steal", "half", "one", func(shape string, workers int, try float64) float64 {
				if shape == "static's first" && workers >= crowd && try > 1 {
					return 0.3
				}
				return 0.99
			})
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"chunks that are slow on random work": trial.Set("time", trial.Times(1.4), lab.Row{"steal": "half", "shape": "random", "workers": 64}),
			"single indices that are as good":     trial.Set("time", trial.Times(0.3), lab.Row{"steal": "one", "shape": "static's first", "workers": 16}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"chunks that gain a third": trial.Set("time", trial.Times(2.2), lab.Row{"steal": "half", "shape": "static's first", "workers": 16, "try": 10.0}),
			"chunks alone":             only("steal", "one"),
		},
	}.Check(t, Chunks)
}

// TestLoops_run simulates small loops: no time is less than the ideal, and equal shares of equal
// indices need no steal.
func TestLoops_run(t *testing.T) {
	few := map[string][]int{"workers": {2, 16}, "each": {20}, "samples": {2}}
	for _, e := range []lab.Experiment{Beginning, Chunks} {
		res := trial.Run(t, e, few)
		if want := len(loopShapes) * 2 * len(tries) * 2 * 2; len(res.Table.Rows) != want {
			t.Errorf("%s: %d samples, want %d", e.ID, len(res.Table.Rows), want)
		}
		for _, r := range res.Table.Rows {
			if r["time_to_ideal"].(float64) < 1-1e-9 || r["steals"].(float64) > r["tries"].(float64) {
				t.Errorf("%s: %v", e.ID, r)
			}
			if r["shape"] == evenShape && r["begin"] != "one" && r["steals"] != 0.0 {
				t.Errorf("%s: equal shares of equal indices need no steal: %v", e.ID, r)
			}
		}
	}
}
