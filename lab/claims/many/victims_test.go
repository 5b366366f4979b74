package many

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// victimRows have a tenth of a failed compare-and-swap for a steal with every victim but a fixed one, which
// has ten times as many.
func victimRows() (rows []lab.Row) {
	for _, p := range victimPlans([]int{4, 16, 64}, []int{64}) {
		for seed, by := range []float64{0.9, 1, 1.1} {
			row := lab.Row{"program": p.program, "victim": p.victim, "processors": p.processors, "costs": p.costs.name, "seed": seed,
				"failed": 0.1 * by, "moves": 3 * by, "lost": 0.05, "looks": 9.0, "search_us": 1.0, "speedup": 10 * by, "steals": 1000}
			if p.victim == "fixed" {
				row["failed"] = by
			}
			if p.program == plain {
				row = lab.Row{"program": p.program, "victim": p.victim, "processors": p.processors, "costs": p.costs.name, "seed": seed,
					"failed_per_1000": row["failed"], "moves_per_1000": 5, "speedup": 9.0}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func victimAt(program, victim, costs string, processors int) lab.Row {
	return lab.Row{"program": program, "victim": victim, "costs": costs, "processors": processors}
}

// TestVictims_verdict wants the verdict to follow from the samples.
func TestVictims_verdict(t *testing.T) {
	trial.Trial{
		Confirming: victimRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"a fixed victim is as good on 64":       trial.Set("failed", trial.Times(0.1), victimAt("uts", "fixed", standard, 64)),
			"a fixed victim is better on 16":        trial.Set("failed", trial.Times(0.01), victimAt("tree", "fixed", standard, 16)),
			"random victims lose as many races":     trial.Set("failed", trial.Times(10), victimAt("tree", "random", standard, 64)),
			"random victims lose as many in uts":    trial.Set("failed", trial.Times(10), victimAt("uts", "random", standard, 64)),
			"no race is lost":                       trial.Set("failed", trial.Times(0), lab.Row{"costs": standard}),
			"a fixed victim is as good, everywhere": trial.Set("failed", trial.Times(0.1), lab.Row{"victim": "fixed"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a fixed victim is twice as bad":         trial.Set("failed", trial.Times(0.2), victimAt("uts", "fixed", standard, 64)),
			"random victims lose one race":           trial.Set("failed", trial.Times(20), lab.Row{"program": "uts"}),
			"a fixed victim is good with fast moves": trial.Set("failed", trial.Times(0.05), lab.Row{"program": "tree", "costs": "move=35", "victim": "fixed"}),
			"no tree":                                without(lab.Row{"program": "tree"}),
			"no random victim on 64":                 without(victimAt("tree", "random", standard, 64)),
			"no fixed victim with other costs":       without(lab.Row{"costs": "holdodds=100", "victim": "fixed"}),
			"few processors": func(r lab.Row) lab.Row {
				if r["processors"].(float64) > 4 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Victims)
}

// TestVictims_run runs every case with little work.
func TestVictims_run(t *testing.T) {
	processors, other := []int{2, 8}, []int{4}
	if testing.Short() {
		processors, other = []int{4}, nil
	}
	res := trial.Run(t, Victims, map[string][]int{"processors": processors, "other": other, "seeds": {1}, "size": {2}})
	if want := len(victimPlans(processors, other)); len(res.Table.Rows) != want {
		t.Errorf("%d rows, want %d", len(res.Table.Rows), want)
	}
	for _, r := range res.Table.Rows {
		n := r["processors"].(float64)
		if s := r["speedup"].(float64); s <= 0 || s > n+0.01 {
			t.Errorf("speed-up in %v", r)
		}
		if failed, ok := r["failed"].(float64); ok && (failed < 0 || r["moves"].(float64) <= 0 || r["looks"].(float64) < 1 || r["lost"].(float64) > failed) {
			t.Errorf("counts in %v", r)
		}
		if (r["program"] == plain) != (r["failed_per_1000"] != nil) {
			t.Errorf("columns of %v", r)
		}
		if r["program"] != plain && r["costs"] == standard && r["steals"].(float64) == 0 {
			t.Errorf("no steals in %v", r)
		}
	}
}
