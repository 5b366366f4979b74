package lcws

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// timeRows are samples of executions that take exactly T₁/P + 3·T∞.
func timeRows() (rows []lab.Row) {
	for _, levels := range []int{8, 12, 16} {
		work, span := float64(unitTree{levels: levels}.nodes()), float64(levels)
		for _, p := range []float64{2, 64, 4096, 65536, 1 << 20} {
			share := work / p
			row := lab.Row{"run": "sim", "family": "tree", "size": levels, "processors": p, "work": work, "span": span, "share": share,
				"rounds": share + 3*span}
			if share < span {
				row["per span"] = 0.0 // it is computed
			}
			rows = append(rows, row)
		}
	}
	for i := range 15 {
		for _, p := range pairedPrograms {
			rows = append(rows, lab.Row{"run": "real", "program": p.name, "one": 2.0, "two": 1.05 + float64(i)/100, "control": 1.0, "had": 0.98})
		}
	}
	return rows
}

// TestTimeBound_verdict wants the verdict to follow from the samples.
func TestTimeBound_verdict(t *testing.T) {
	trial.Trial{
		Confirming: timeRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"time that grows with the processors": trial.GrowsWithProcessors("rounds", 0.5, nil),
			"time that grows with the work": func(r lab.Row) lab.Row {
				if r["run"] == "real" {
					return r
				}
				return growsWithWork("rounds", 0.5, nil)(r)
			},
			"two workers that take twice as long as one": trial.Set("two", trial.Times(4), lab.Row{"run": "real"}),
			"two workers that take as long as one":       trial.Set("two", trial.Times(2), lab.Row{"run": "real", "program": "fib"}),
			"two workers that lose two fifths":           trial.Set("two", trial.Times(1.4), lab.Row{"run": "real", "program": "nqueens"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"time that grows slowly": trial.GrowsWithProcessors("rounds", 0.33, nil),
			"samples of two workers of which half are too slow": func(r lab.Row) lab.Row {
				if r["run"] == "real" && r.Number("two") >= 1.119 {
					r["two"] = 4.0
				}
				return r
			},
			"no sample of a program": func(r lab.Row) lab.Row {
				if r["program"] == "fib" {
					return nil
				}
				return r
			},
		},
	}.Check(t, TimeBound)
}

func TestFitBound(t *testing.T) {
	x, y := []float64{1, 10, 100, 1000}, []float64{30, 20, 10, 5}
	var times []float64
	for i := range x {
		times = append(times, 1.5*x[i]+4*y[i])
	}
	if a, b := fitBound(x, y, times); math.Abs(a-1.5) > 1e-9 || math.Abs(b-4) > 1e-9 {
		t.Errorf("fitted %v and %v, want 1.5 and 4", a, b)
	}
	if a, b := fitBound(nil, nil, nil); a != 0 || b != 0 {
		t.Errorf("of nothing: %v and %v", a, b)
	}
}

// TestTimeBound_run wants of one simulated processor what is exact: one round for
// each node, as one real worker executes each node once; and of all that no
// execution is shorter than it can be.
func TestTimeBound_run(t *testing.T) {
	res := trial.Run(t, TimeBound, map[string][]int{"levels": {6, 9}, "sizes": {64}, "processors": {1, 2, 32}, "most": {256}, "samples": {1}})
	for _, row := range res.Table.Where("run", "sim").Rows {
		rounds, share, span := row["rounds"].(float64), row["share"].(float64), row["span"].(float64)
		if rounds < share || rounds < span || row["processors"] == 1.0 && rounds != row["work"] {
			t.Errorf("%v", row)
		}
	}
	for _, program := range pairedPrograms {
		rows := res.Table.Where("program", program.name)
		if len(rows.Rows) != 1 || gauge.Quantile(rows.Floats("one"), 0) <= 0 || gauge.Quantile(rows.Floats("c"), 0) <= 0 {
			t.Errorf("%s: %v", program.name, rows.Rows)
		}
	}
}
