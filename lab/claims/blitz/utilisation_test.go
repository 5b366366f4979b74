package blitz

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestUtilisation_verdict wants the verdict to follow from the samples.
func TestUtilisation_verdict(t *testing.T) {
	trial.Trial{
		// What would have to be measured: a fourth less work than is printed.
		Confirming: func() (rows []lab.Row) {
			for sample := range 9 {
				for _, mode := range useModes {
					p := printedUse[mode]
					work := p.ms * 4 * p.percent / 100
					for _, place := range []string{"simulated", "real"} {
						row := lab.Row{"place": place, "workers": 4, "mode": mode, "sample": sample,
							"time_ms": p.ms, "utilisation": p.percent, "work_ms": work, "steals": 3}
						if place == "real" {
							row["had"] = 0.97
						}
						rows = append(rows, row, lab.Row{"place": place, "workers": 4, "mode": mode, "worker": 0, "own": sample > 0,
							"from_ms": float64(sample), "to_ms": float64(sample + 1)})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a slow static partition":  trial.Set("time_ms", trial.Times(1.1), lab.Row{"mode": "static"}),
			"a fast static partition":  trial.Set("time_ms", trial.Times(0.9), lab.Row{"mode": "static"}),
			"a well-used static one":   trial.Set("utilisation", trial.Times(1.1), lab.Row{"mode": "static"}),
			"slow stealing, simulated": trial.Set("time_ms", trial.Times(1.1), lab.Row{"mode": "stealing", "place": "simulated"}),
			"slow stealing, really":    trial.Set("time_ms", trial.Times(1.1), lab.Row{"mode": "stealing", "place": "real"}),
			"slow stealing":            trial.Set("time_ms", trial.Times(1.1), lab.Row{"mode": "stealing"}),
			"workers that wait":        trial.Set("utilisation", trial.Times(0.9), lab.Row{"mode": "stealing"}),
			"more than can be used":    trial.Set("utilisation", trial.Times(1.6), lab.Row{"mode": "stealing"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"two workers": trial.Set("workers", trial.Times(0.5), nil),
			"no stealing": func(r lab.Row) lab.Row {
				if r["mode"] == "stealing" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Utilisation)
}

// TestUtilisation_run wants the simulation to say what can be worked out by hand,
// and the claim to be refuted by it.
func TestUtilisation_run(t *testing.T) {
	res := trial.Run(t, Utilisation, map[string][]int{"samples": {3}, "scale": {1}})
	four := res.Table.Where("place", "simulated").Where("workers", 4)
	if ms := four.Where("mode", "static").Median("time_ms"); math.Abs(ms-350) > 1e-6 {
		t.Errorf("static: %v ms, want 350", ms)
	}
	// All work is done, and who is done waits for less than one piece of the longest load.
	if ms := four.Where("mode", "stealing").Median("time_ms"); ms < 187.5 || ms > 187.5+3.5 {
		t.Errorf("stealing: %v ms, want 187.5 and at most a piece more", ms)
	}
	if res.Finding.Verdict != lab.Refuted {
		t.Errorf("the verdict is %s (%s), want that 116 ms cannot be", res.Finding.Verdict, res.Finding.Reason)
	}
	for _, mode := range useModes {
		if n := len(res.Table.Where("place", "real").Where("mode", mode).Floats("time_ms")); n != 3 {
			t.Errorf("%s: %d real samples, want 3", mode, n)
		}
	}
}
