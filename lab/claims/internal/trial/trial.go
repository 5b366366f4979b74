package trial

import (
	"context"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
)

// A T is the *testing.T of a test. A package that is not a test may not import testing.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Context() context.Context
}

// A Trial proves that an experiment's verdict is computed: samples made up by
// hand that confirm the claim, and changes of them that must refute it.
type Trial struct {
	Confirming func() []lab.Row
	Falsified  map[string]func(lab.Row) lab.Row // what is falsified, and how; nil takes the row away
	Undecided  map[string]func(lab.Row) lab.Row // may be empty
}

// Times returns the change that multiplies by x.
func Times(x float64) func(float64) float64 { return func(v float64) float64 { return v * x } }

// Run runs an experiment for real, with values of some parameters that take
// less time than the quick ones, and keeps nothing.
func Run(t T, e lab.Experiment, values map[string][]int) lab.Result {
	t.Helper()
	e.Params = slices.Clone(e.Params)
	for name, v := range values {
		i := slices.IndexFunc(e.Params, func(p lab.Param) bool { return p.Name == name })
		if i < 0 {
			t.Fatalf("%s has no parameter %q", e.ID, name)
		}
		e.Params[i].Quick = v
	}
	res, err := lab.Run(t.Context(), e, lab.Options{Quick: true, Seed: 1})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return res
}

// judged wants that verdict, a finding that can be printed, and figures that can
// be drawn.
func judged(t T, e lab.Experiment, name string, samples *lab.Table, want lab.Verdict) {
	t.Helper()
	res := lab.Result{Table: samples}
	if err := res.Judge(e); err != nil {
		t.Errorf("%s: %v", name, err)
	} else if res.Finding.Verdict != want {
		t.Errorf("%s: the verdict is %s (%s), want %s", name, res.Finding.Verdict, res.Finding.Reason, want)
	}
	if want == lab.Confirmed && len(res.Figures) == 0 {
		t.Errorf("%s: no figure", name)
	}
}

// Set returns a change of the column of the rows that have all of where.
func Set(column string, value func(float64) float64, where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		rows := &lab.Table{Rows: []lab.Row{r}}
		for k, v := range where {
			rows = rows.Where(k, v)
		}
		if x, ok := r[column].(float64); ok && len(rows.Rows) == 1 {
			r[column] = value(x)
		}
		return r
	}
}

// GrowsWithProcessors returns the change that makes a column grow with the processors to a power.
func GrowsWithProcessors(column string, power float64, where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		p, ok := r["processors"].(float64)
		if _, has := r[column]; !ok || !has {
			return r
		}
		return Set(column, Times(math.Pow(p, power)), where)(r)
	}
}

// tableOf makes a table of the trial's rows, changed if change is not nil.
func (tr Trial) tableOf(change func(lab.Row) lab.Row) *lab.Table {
	t := &lab.Table{}
	for _, r := range tr.Confirming() {
		t.Add(r)
	}
	if change == nil {
		return t
	}
	rows := t.Rows
	t.Rows = nil
	for _, r := range rows {
		if r = change(r); r != nil {
			t.Add(r)
		}
	}
	return t
}

// Check feeds e samples that should confirm its claim, falsified ones that should
// refute it, and none.
func (tr Trial) Check(t T, e lab.Experiment) {
	t.Helper()
	if len(tr.Falsified) == 0 {
		t.Errorf("no falsified samples")
	}
	judged(t, e, "confirming data", tr.tableOf(nil), lab.Confirmed)
	judged(t, e, "no data", &lab.Table{}, lab.Inconclusive)
	for name, change := range tr.Falsified {
		judged(t, e, name, tr.tableOf(change), lab.Refuted)
	}
	for name, change := range tr.Undecided {
		judged(t, e, name, tr.tableOf(change), lab.Inconclusive)
	}
}
