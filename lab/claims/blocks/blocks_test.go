package blocks

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestBlocks_verdict wants the verdict to follow from the samples.
func TestBlocks_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for round := range 21 {
				noise := 1 + float64(round-10)/100
				for _, how := range hows {
					for _, m := range members {
						ns := 40.0
						if m.name == "bwos" {
							ns = 4
						}
						rows = append(rows, lab.Row{"how": how, "deque": m.name, "round": round, "had": 0.98, "ns": ns * noise})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"no faster alone":          trial.Set("ns", trial.Times(10), lab.Row{"how": "alone", "deque": "bwos"}),
			"no faster beside a thief": trial.Set("ns", trial.Times(10), lab.Row{"how": "thief", "deque": "bwos"}),
			"half as much alone":       trial.Set("ns", trial.Times(0.5), lab.Row{"how": "alone", "deque": "chaselev"}),
			"half as much, a thief":    trial.Set("ns", trial.Times(0.5), lab.Row{"how": "thief", "deque": "chaselev"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"just too slow": trial.Set("ns", trial.Times(1.26), lab.Row{"how": "alone", "deque": "bwos"}),
		},
	}.Check(t, Blocks)
}

// TestBlocks_run takes a real sample of each deque, alone, beside a thief and in each program.
func TestBlocks_run(t *testing.T) {
	res := trial.Run(t, Blocks, map[string][]int{"rounds": {1}, "bursts": {4}, "tasks": {100}})
	for _, kind := range slices.Concat(Blocks.Kinds.Judged, Blocks.Kinds.Shown) {
		n := 0
		for _, r := range res.Table.Rows {
			if ns := r["ns"].(float64); Blocks.Kinds.Of(r) == kind && ns > 0 {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %d samples above 0, want 1", kind, n)
		}
	}
}
