package stealhalf

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestEighth_verdict wants the verdict to follow from the samples.
func TestEighth_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, rule := range []string{"printed", "corrected"} {
				for items := 1; items <= 32; items++ {
					row := eighthRow(items, max(1, items/4), items, max(1, items/2))
					row["of"], row["rule"], row["from"] = "model", rule, 32
					rows = append(rows, row)
				}
				rows = append(rows, lab.Row{"of": "model", "rule": rule, "from": 32, "states": 1000, "alien": 0})
			}
			row := eighthRow(100, 20, 100, 40)
			row["of"], row["rule"] = "deque", "corrected"
			return append(rows, row, lab.Row{"of": "deque", "rule": "corrected", "samples": 1e6, "steals": 1000})
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a printed rule that leaves 2 of 3":            breach("over", lab.Row{"of": "model", "rule": "printed", "items": 3}),
			"a corrected rule that leaves less":            breach("under", lab.Row{"of": "model", "rule": "corrected", "items": 30}),
			"a real deque of which over half can be taken": breach("over", lab.Row{"of": "deque"}),
			"a real deque of which too little can":         breach("under", lab.Row{"of": "deque"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a real deque from which nobody stole": present("steals", trial.Times(0), lab.Row{"of": "deque"}),
		},
	}.Check(t, Eighth)
}

// breach sets a flag.
func breach(column string, where lab.Row) func(lab.Row) lab.Row {
	return present(column, func(float64) float64 { return 1 }, where)
}

// present is set for rows of which some do not have the column.
func present(column string, value func(float64) float64, where lab.Row) func(lab.Row) lab.Row {
	change := trial.Set(column, value, where)
	return func(r lab.Row) lab.Row {
		if _, ok := r[column]; !ok {
			return r
		}
		return change(r)
	}
}

// TestEighth_model wants of the model what is known otherwise: from 8 items on the
// printed rule leaves a range of 2 of 3; it takes 32 to let a range cover the popped
// item and others; and the corrected rule keeps the bounds.
func TestEighth_model(t *testing.T) {
	printed := searchSteals(stealRules[0], 8)
	if printed.bound[3].greatest != 2 || printed.alien != 0 {
		t.Errorf("printed rule, 8 items: range %d of 3, %d alien; want 2 and 0", printed.bound[3].greatest, printed.alien)
	}
	if n := searchSteals(stealRules[0], 7).bound; n[3].greatest != 1 {
		t.Errorf("printed rule, 7 items: range %d of 3, want 1", n[3].greatest)
	}
	if s := searchSteals(stealRules[0], 32); s.alien == 0 || s.bound[8].greatest != 8 {
		t.Errorf("printed rule, 32 items: %d ranges cover a popped item and others, and %d of 8 are in range; want some, and 8", s.alien, s.bound[8].greatest)
	}
	for _, from := range []int8{1, 2, 7, 8, 16} {
		s := searchSteals(stealRules[1], from)
		for n, b := range s.bound {
			row := &lab.Table{}
			row.Add(eighthRow(int(n), int(b.least), int(n), int(b.greatest)))
			if row.Median("under") != 0 || row.Median("over") != 0 {
				t.Errorf("corrected rule, from %d: ranges %d to %d of %d items", from, b.least, b.greatest, n)
			}
		}
	}
}

// TestEighth_run wants the claim refuted by the printed rule alone.
func TestEighth_run(t *testing.T) {
	res := trial.Run(t, Eighth, map[string][]int{"items": {8}, "time": {50}})
	if res.Finding.Verdict != lab.Refuted {
		t.Errorf("%s: %s", res.Finding.Verdict, res.Finding.Reason)
	}
	for _, name := range []string{"corrected rule: breaches in the model", "real deque: breaches"} {
		i := slices.IndexFunc(res.Finding.Facts, func(f lab.Fact) bool { return f.Name == name })
		if i < 0 || res.Finding.Facts[i].Value != 0 {
			t.Errorf("%s: %+v", name, res.Finding.Facts)
		}
	}
}
