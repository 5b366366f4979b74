package many

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// syncRows have thrice P·T∞ changes of LCWS and of the default, 20 on one processor, and eight for each
// spawned task.
func syncRows() (rows []lab.Row) {
	for _, p := range syncPlans([]int{1, 4, 64}, []int{64}, []int{10, 12, 14, 16, 18}, 16) {
		work, n := math.Exp2(float64(p.levels))-1, float64(p.processors)
		changes := 3 * n * float64(p.levels)
		switch {
		case p.way == spawned:
			changes = 8 * work
		case n == 1:
			changes = 20
		}
		rows = append(rows, lab.Row{"way": p.way, "processors": n, "costs": p.costs.name, "levels": p.levels, "work": work, "span": p.levels,
			"changes": changes, "per_span": changes / n / float64(p.levels)})
	}
	return rows
}

// grows returns the change that makes a column grow with a power of T₁.
func grows(column string, power float64, where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		return trial.Set(column, trial.Times(math.Pow(r["work"].(float64), power)), where)(r)
	}
}

// TestSync_verdict wants the verdict to follow from the samples.
func TestSync_verdict(t *testing.T) {
	trial.Trial{
		Confirming: syncRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"LCWS synchronises with the work on 64":    grows("per_span", 0.5, lab.Row{"way": lcws, "processors": 64}),
			"LCWS synchronises with the work on 4":     grows("per_span", 0.9, lab.Row{"way": lcws, "processors": 4}),
			"so does one processor":                    grows("changes", 0.5, lab.Row{"way": lcws, "processors": 1}),
			"spawned tasks stay with the span":         grows("changes", -0.9, lab.Row{"way": spawned}),
			"spawned tasks synchronise nothing on one": grows("changes", -1, lab.Row{"way": spawned, "processors": 1}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"LCWS grows slowly":             grows("per_span", 0.32, lab.Row{"way": lcws, "processors": 64, "costs": standard}),
			"LCWS grows with slow moves":    grows("per_span", 0.5, lab.Row{"way": lcws, "costs": "move=140"}),
			"no run on one processor":       without(lab.Row{"way": lcws, "processors": 1}),
			"no spawned tasks":              without(lab.Row{"way": spawned}),
			"no other costs":                without(lab.Row{"costs": "holdodds=0"}),
			"no LCWS on several processors": without(lab.Row{"way": lcws, "costs": standard}),
			"one size": func(r lab.Row) lab.Row {
				if r["levels"].(float64) > 10 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Sync)
}

// TestSync_run runs every case with small trees. It wants all nodes to be done, each spawned task to cost
// changes, and one processor to do nothing for a fork.
func TestSync_run(t *testing.T) {
	processors, levels := []int{1, 2, 8}, []int{5, 8}
	if testing.Short() {
		processors, levels = []int{1, 4}, []int{8}
	}
	res := trial.Run(t, Sync, map[string][]int{"processors": processors, "other": {4}, "levels": levels, "spawned": {8}})
	if want := len(syncPlans(processors, []int{4}, levels, 8)); len(res.Table.Rows) != want {
		t.Errorf("%d rows, want %d", len(res.Table.Rows), want)
	}
	for _, r := range res.Table.Rows {
		if r["work"].(float64) != math.Exp2(r["levels"].(float64))-1 {
			t.Errorf("%v nodes of %v levels: %v", r["work"], r["levels"], r)
		}
		if changes := r["changes"].(float64); r["way"] == spawned && changes < 2*r["work"].(float64) {
			t.Errorf("%v changes, want two for each node at least: %v", changes, r)
		} else if r["way"] != spawned && r["processors"] == 1.0 && r["levels"] == 8.0 && changes >= 127 {
			t.Errorf("%v changes on one processor, want fewer than forks: %v", changes, r)
		}
	}
}
