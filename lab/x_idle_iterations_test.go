package lab

import (
	"math"
	"testing"
)

// idleRows are samples of 4·P·T∞ idle iterations, and of tails that fall by the
// factor e with every P more.
func idleRows() (rows []Row) {
	for _, levels := range []int{8, 12, 16} {
		for _, p := range []float64{2, 128, 1024, 4096} {
			rows = append(rows, Row{"run": "mean", "family": "tree", "size": levels, "processors": p,
				"work": float64(unitTree{levels: levels}.nodes()), "span": levels, "idle": 4 * p * float64(levels), "of bound": 4.0, "wide": 4.0})
		}
	}
	const n = 2000
	for i := range n {
		excess := math.Log(n / (float64(i) + 0.5))
		rows = append(rows, Row{"run": "tail", "family": "tree", "size": tailLevels, "processors": 16.0, "span": tailLevels,
			"idle": 16 * (4*tailLevels + excess)})
	}
	return rows
}

// TestIdleIterations_verdict wants the verdict to follow from the samples.
func TestIdleIterations_verdict(t *testing.T) {
	trial{
		confirming: idleRows,
		falsified: map[string]func(Row) Row{
			"idle iterations that grow with the work":       growsWithWork2("of bound", 0.5),
			"idle iterations that grow with the processors": grows("wide", 0.5, Row{"run": "mean"}),
			"a mean above the bound":                        set("of bound", times(20), Row{"run": "mean"}),
			"a heavy tail": set("idle", func(v float64) float64 {
				return 16 * (4*tailLevels + math.Exp(0.9*(v/16-4*tailLevels)) - 1) // ε becomes ε to the power of -0.9
			}, Row{"run": "tail"}),
		},
		undecided: map[string]func(Row) Row{
			"idle iterations that grow slowly": growsWithWork2("of bound", 0.3),
		},
	}.check(t, idleIterations)
}

// growsWithWork2 is growsWithWork for samples of which some have no work, less
// what the smallest of the others has.
func growsWithWork2(column string, power float64) func(Row) Row {
	return func(r Row) Row {
		if r["run"] != "mean" {
			return r
		}
		return set(column, func(v float64) float64 { return v * math.Pow(r["work"].(float64)/255, power) }, nil)(r)
	}
}

// TestIdleIterations_run wants what is known of executions: there is no idle
// iteration without an attempt to steal, the bounds hold, and real workers are
// not idle for longer than they exist.
func TestIdleIterations_run(t *testing.T) {
	res := smallRun(t, idleIterations, map[string][]int{
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
