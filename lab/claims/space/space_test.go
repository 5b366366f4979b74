package space

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestSpace_verdict wants the verdict to follow from the samples.
func TestSpace_verdict(t *testing.T) {
	more := func(tree string) func(lab.Row) lab.Row {
		return trial.Set("frames", trial.Whole(trial.Times(1.5)), lab.Row{"tree": tree, "workers": 8, "sample": 3})
	}
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, tree := range Space.Kinds.Judged {
				rows = append(rows, lab.Row{"tree": tree, "workers": 1, "sample": 0, "frames": 20, "steals": 0})
				for _, workers := range []int{2, 8} {
					for sample := range 6 {
						rows = append(rows, lab.Row{"tree": tree, "workers": workers, "sample": sample, "frames": 15*workers + sample%2, "steals": 3})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"one run of a balanced tree":      more("balanced"),
			"one run of a tree of deep forks": more("deep forks"),
			"one run of a tree of deep calls": more("deep calls"),
			"one run of a random tree":        more("random"),
			"one worker that needs less":      trial.Set("frames", trial.Times(0.5), lab.Row{"workers": 1}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"nothing is stolen": trial.Set("steals", trial.Times(0), lab.Row{"tree": "random", "workers": 2}),
			"no run of one worker": func(r lab.Row) lab.Row {
				if r["workers"] == 1.0 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Space)
}

// TestSpace_run wants what can be worked out: one worker has two frames for each level of a
// deep tree, the call's and its fork's, and no frame is alive after a run.
func TestSpace_run(t *testing.T) {
	res := trial.Run(t, Space, map[string][]int{"workers": {3}, "samples": {2}, "spins": {10}})
	for tree, want := range map[string]float64{"balanced": 2*11 + 1, "deep calls": 2*400 + 1} {
		if one := res.Table.Where("tree", tree).Where("workers", 1).Median("frames"); one != want {
			t.Errorf("%s: one worker has %v frames, want %v", tree, one, want)
		}
	}
	for _, r := range res.Table.Rows {
		if r["left"] != 0.0 || r["frames"].(float64) < 3 {
			t.Errorf("%v", r)
		}
	}
}
