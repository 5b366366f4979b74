package lab

import (
	"maps"
	"strings"
	"testing"
)

// needy confirms whatever it is given.
var needy = Experiment{
	ID:    "needy",
	Kinds: Kinds{Columns: []string{"kind"}, Judged: []string{"a", "b"}, Shown: []string{"c"}, Timed: []string{"a"}},
	Needs: Needs{
		Columns: []Need{
			{Column: "ms"}, {Column: "stolen", Is: Count, AtMost: "tasks", Some: true}, {Column: "share", Is: Share, Where: Row{"kind": "b"}},
			{Column: "drift", Is: Signed, Maybe: true}, {Column: "ran", Is: All},
			{Column: "per worker", Maybe: true, Of: func(r Row) float64 { return r.Number("ms") / r.Number("workers") }},
			{Column: "longest", Maybe: true, Least: func(r Row) float64 { return r.Number("ms") }},
		},
		Key:     []string{"kind", "workers", "sample"},
		Crossed: []string{"workers"},
	},
	Judge: func(*Table) Finding { return Judged(true, "It is so.") },
}

func needyRows() (rows []Row) {
	for _, kind := range []string{"a", "b", "c"} {
		for _, workers := range []int{1, 2} {
			for sample := range 2 {
				row := Row{"kind": kind, "workers": workers, "sample": sample, "ms": 3.5, "stolen": sample, "tasks": 4, "drift": -1, "ran": 1}
				switch kind {
				case "a":
					row["had"] = 0.9
				case "b":
					row["share"] = 0.5
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// TestNeeds wants samples that cannot be, or that are not there, to confirm nothing, and the reason to
// say which.
func TestNeeds(t *testing.T) {
	set := func(i int, column string, value any) func([]Row) []Row {
		return func(rows []Row) []Row {
			rows[i][column] = value
			return rows
		}
	}
	all := func(kind, column string, value any) func([]Row) []Row {
		return func(rows []Row) []Row {
			for _, r := range rows {
				if r["kind"] == kind {
					r[column] = value
				}
			}
			return rows
		}
	}
	for name, c := range map[string]struct {
		change func([]Row) []Row
		want   string // in the reason, or "" for Confirmed
	}{
		"as they are":       {func(rows []Row) []Row { return rows }, ""},
		"a negative time":   {set(2, "ms", -1), `In row 3, of the kind "a", the column "ms" is -1, and should be positive.`},
		"no time":           {set(5, "ms", 0), `In row 6, of the kind "b", the column "ms" is 0`},
		"a text":            {set(5, "ms", "long"), `the column "ms" has no number`},
		"an endless time":   {set(5, "ms", 1e300), `the column "ms" is 1e+300, which is more than anything here can be`},
		"half a steal":      {set(0, "stolen", 0.5), `the column "stolen" is 0.5, and should be whole and not negative`},
		"too many steals":   {set(0, "stolen", 5), `the column "stolen" is 5, and should be at most "tasks", which is 4`},
		"steals of nothing": {set(0, "tasks", "few"), `should be at most "tasks", which is few`},
		"too large a share": {set(4, "share", 1.01), `In row 5, of the kind "b", the column "share" is 1.01, and should be from 0 to 1.`},
		"a shown time":      {set(9, "ms", -1), `In row 10, of the kind "c"`},
		"of no kind":        {set(9, "kind", "d"), `Row 10 is of the kind "d"`},
		"the same twice":    {set(1, "sample", 0), `Rows 1 and 2 cannot both be: they have the same kind, workers, sample.`},
		"no free share":     {set(0, "had", "much"), `the column "had" has no number`},
		"half of the work":  {set(4, "ran", 0.5), `the column "ran" is 0.5, and should be 1`},
		"what it is of":     {set(0, "per worker", 3.5), ""},
		"a false quotient":  {set(2, "per worker", 3.5), `In row 3, of the kind "a", the column "per worker" is 3.5, and of other columns it is 1.75.`},
		"a quotient of 0":   {set(0, "per worker", 0), `the column "per worker" is 0, and should be positive`},
		"as long as it is":  {set(3, "longest", 3.5), ""},
		"too fast":          {set(3, "longest", 3.4), `the column "longest" is 3.4, and cannot be below 3.5.`},
		"no drift":          {func(rows []Row) []Row { delete(rows[0], "drift"); return rows }, ""},
		"no stealing":       {all("b", "stolen", 0), `No sample of the kind "b" has another number than 0 in the column "stolen".`},
		"none shown":        {func(rows []Row) []Row { return rows[:8] }, ""},
		"no b":              {func(rows []Row) []Row { return rows[:4] }, `There are no samples of the kind "b".`},
		"no b with two": {func(rows []Row) []Row { return append(rows[:6], rows[8:]...) },
			`There are no samples of the kind "b" with workers 2. Of the others: It is so.`},
	} {
		samples := &Table{}
		for _, r := range c.change(needyRows()) {
			samples.Add(maps.Clone(r))
		}
		res := Result{Table: samples}
		if err := res.Judge(needy); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if f := res.Finding; (f.Verdict == Confirmed) != (c.want == "") || !strings.Contains(f.Reason, c.want) {
			t.Errorf("%s: %s, because: %s\n\twant %q", name, f.Verdict, f.Reason, c.want)
		}
	}
}

// TestNeeds_refuted wants what is there to refute even if something is missing, and what cannot be to refute
// nothing.
func TestNeeds_refuted(t *testing.T) {
	e := needy
	e.Judge = func(*Table) Finding { return Judged(false, "It is not so.") }
	few, wrong := &Table{}, &Table{}
	for i, r := range needyRows() {
		if i < 4 {
			few.Add(r)
		}
		if i == 7 {
			r["share"] = -0.5
		}
		wrong.Add(r)
	}
	for want, samples := range map[Verdict]*Table{Refuted: few, Inconclusive: wrong} {
		res := Result{Table: samples}
		if err := res.Judge(e); err != nil || res.Finding.Verdict != want {
			t.Errorf("%+v, %v, want %s", res.Finding, err, want)
		}
	}
}
