package lab

import (
	"math"
	"testing"
)

// timeRows are samples of executions that take exactly T₁/P + 3·T∞.
func timeRows() (rows []Row) {
	for _, levels := range []int{8, 12, 16} {
		work, span := float64(unitTree{levels: levels}.nodes()), float64(levels)
		for _, p := range []float64{2, 64, 4096, 65536, 1 << 20} {
			share := work / p
			row := Row{"run": "sim", "family": "tree", "size": levels, "processors": p, "work": work, "span": span, "share": share,
				"rounds": share + 3*span, "c": (share + 3*span) / (share + span)}
			if share < span {
				row["per span"] = share/span + 3
			}
			rows = append(rows, row)
		}
	}
	for i := range 15 {
		rows = append(rows, Row{"run": "real", "program": "tree", "one": 2.0, "two": 1.1, "c": 1.1 + float64(i)/100})
	}
	return rows
}

// TestTimeBound_verdict wants the verdict to follow from the samples.
func TestTimeBound_verdict(t *testing.T) {
	trial{
		confirming: timeRows,
		falsified: map[string]func(Row) Row{
			"time that grows with the processors": grows("per span", 0.5, nil),
			"time that grows with the work": func(r Row) Row {
				if r["run"] == "real" {
					return r
				}
				return growsWithWork("c", 0.5, nil)(r)
			},
			"two workers that take longer than one": set("c", times(4), Row{"run": "real"}),
		},
		undecided: map[string]func(Row) Row{
			"time that grows slowly": grows("per span", 0.33, nil),
			"samples of two workers of which half are too slow": func(r Row) Row {
				c, _ := r["c"].(float64)
				if r["run"] == "real" && c >= 1.169 {
					r["c"] = 4.0
				}
				return r
			},
		},
	}.check(t, timeBound)
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
	res := smallRun(t, timeBound, map[string][]int{"levels": {6, 9}, "sizes": {64}, "processors": {1, 2, 32}, "most": {256}, "samples": {1}})
	for _, row := range res.Table.Where("run", "sim").Rows {
		rounds, share, span := row["rounds"].(float64), row["share"].(float64), row["span"].(float64)
		if rounds < share || rounds < span || row["processors"] == 1.0 && rounds != row["work"] {
			t.Errorf("%v", row)
		}
	}
	for _, program := range pairedPrograms {
		rows := res.Table.Where("program", program.name)
		if len(rows.Rows) != 1 || Quantile(rows.Floats("one"), 0) <= 0 || Quantile(rows.Floats("c"), 0) <= 0 {
			t.Errorf("%s: %v", program.name, rows.Rows)
		}
	}
}
