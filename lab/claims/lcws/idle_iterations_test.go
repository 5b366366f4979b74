package lcws

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// idleRows are samples of 4·P·T∞ idle iterations, and of tails that fall by the
// factor e with every P more.
func idleRows() (rows []lab.Row) {
	for _, levels := range []int{8, 12, 16} {
		for _, p := range []float64{2, 128, 1024, 4096} {
			rows = append(rows, lab.Row{"run": "mean", "family": "tree", "size": levels, "processors": p,
				"work": float64(unitTree{levels: levels}.nodes()), "span": levels, "idle": 4 * p * float64(levels), "of bound": 4.0, "wide": 4.0})
		}
	}
	const n = 2000
	for i := range n {
		excess := math.Log(n / (float64(i) + 0.5))
		rows = append(rows, lab.Row{"run": "tail", "family": "tree", "size": tailLevels, "processors": 16.0, "span": tailLevels,
			"idle": 16 * (4*tailLevels + excess)})
	}
	for i := range 9 {
		rows = append(rows, lab.Row{"run": "real", "had": 0.98, "idle": 24.0 * float64(i-2), "of bound": float64(i - 2)})
	}
	return rows
}

// TestIdleIterations_verdict wants the verdict to follow from the samples.
func TestIdleIterations_verdict(t *testing.T) {
	trial.Trial{
		Confirming: idleRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"idle iterations that grow with the work":                 growsWithWork2("idle", 0.5),
			"idle iterations that grow with the processors":           trial.GrowsWithProcessors("idle", 0.5, lab.Row{"run": "mean"}),
			"a mean above the bound":                                  trial.Set("idle", trial.Times(20), lab.Row{"run": "mean"}),
			"two real workers that are idle for most of their time":   trial.Set("of bound", func(v float64) float64 { return v + 100 }, lab.Row{"run": "real"}),
			"two real workers that are idle a thousand times as long": trial.Set("of bound", func(v float64) float64 { return 1000 * (v + 3) }, lab.Row{"run": "real"}),
			"a heavy tail": trial.Set("idle", func(v float64) float64 {
				return 16 * (4*tailLevels + math.Exp(0.9*(v/16-4*tailLevels)) - 1) // ε becomes ε to the power of -0.9
			}, lab.Row{"run": "tail"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"idle iterations that grow slowly":                     growsWithWork2("idle", 0.3),
			"two real workers that are idle for less than no time": trial.Set("of bound", func(v float64) float64 { return v - 20 }, lab.Row{"run": "real"}),
			"no real workers": func(r lab.Row) lab.Row {
				if r["run"] == "real" {
					return nil
				}
				return r
			},
		},
	}.Check(t, IdleIterations)
}

// growsWithWork2 is growsWithWork for samples of which some have no work, less
// what the smallest of the others has.
func growsWithWork2(column string, power float64) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		if r["run"] != "mean" {
			return r
		}
		return trial.Set(column, func(v float64) float64 { return v * math.Pow(r["work"].(float64)/255, power) }, nil)(r)
	}
}

// TestIdleIterations_run wants what is known of executions: there is no idle
// iteration without an attempt to steal, the bounds hold, and real workers are
// not idle for longer than they exist.
func TestIdleIterations_run(t *testing.T) {
	res := trial.Run(t, IdleIterations, map[string][]int{
		"levels": {5, 8}, "sizes": {64}, "processors": {2, 16, 64}, "seeds": {2}, "tail": {200}, "samples": {1},
	})
	for _, row := range res.Table.Where("run", "mean").Rows {
		if idle := row["idle"].(float64); idle <= 0 || row["of bound"].(float64) > printedMean {
			t.Errorf("%v", row)
		}
	}
	if all := tails(res.Table.Where("run", "tail")); len(all) < 3 {
		t.Errorf("tails of 200 executions: %v", all)
	}
	if rows := res.Table.Where("run", "real"); len(rows.Floats("idle")) != 1 {
		t.Errorf("real samples: %v", rows.Rows)
	}
}
