package lab

import (
	"math"
	"slices"
	"testing"
)

// A trial proves that an experiment's verdict is computed: samples made up by
// hand that confirm the claim, and changes of them that must refute it.
type trial struct {
	confirming func() []Row
	falsified  map[string]func(Row) Row // what is falsified, and how; nil takes the row away
	undecided  map[string]func(Row) Row // may be empty
}

// times returns the change that multiplies by x.
func times(x float64) func(float64) float64 { return func(v float64) float64 { return v * x } }

// smallRun runs an experiment for real, with values of some parameters that take
// less time than the quick ones, and keeps nothing.
func smallRun(t *testing.T, e Experiment, values map[string][]int) Result {
	t.Helper()
	e.Params = slices.Clone(e.Params)
	for name, v := range values {
		i := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			t.Fatalf("%s has no parameter %q", e.ID, name)
		}
		e.Params[i].Quick = v
	}
	res, err := Run(t.Context(), e, Options{Quick: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// judged wants that verdict, a finding that can be printed, and figures that can
// be drawn.
func judged(t *testing.T, e Experiment, name string, samples *Table, want Verdict) {
	t.Helper()
	res := Result{Table: samples}
	if err := res.Judge(e); err != nil {
		t.Errorf("%s: %v", name, err)
	} else if res.Finding.Verdict != want {
		t.Errorf("%s: the verdict is %s (%s), want %s", name, res.Finding.Verdict, res.Finding.Reason, want)
	}
	if want == Confirmed && len(res.Figures) == 0 {
		t.Errorf("%s: no figure", name)
	}
}

// set returns a change of the column of the rows that have all of where.
func set(column string, value func(float64) float64, where Row) func(Row) Row {
	return func(r Row) Row {
		rows := &Table{Rows: []Row{r}}
		for k, v := range where {
			rows = rows.Where(k, v)
		}
		if x, ok := r[column].(float64); ok && len(rows.Rows) == 1 {
			r[column] = value(x)
		}
		return r
	}
}

// grows returns the change that makes a column grow with the processors to a power.
func grows(column string, power float64, where Row) func(Row) Row {
	return func(r Row) Row {
		p, ok := r["processors"].(float64)
		if _, has := r[column]; !ok || !has {
			return r
		}
		return set(column, times(math.Pow(p, power)), where)(r)
	}
}

// tableOf makes a table of the trial's rows, changed if change is not nil.
func (tr trial) tableOf(change func(Row) Row) *Table {
	t := &Table{}
	for _, r := range tr.confirming() {
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

// check feeds e samples that should confirm its claim, falsified ones that should
// refute it, and none.
func (tr trial) check(t *testing.T, e Experiment) {
	t.Helper()
	if len(tr.falsified) == 0 {
		t.Error("no falsified samples")
	}
	judged(t, e, "confirming data", tr.tableOf(nil), Confirmed)
	judged(t, e, "no data", &Table{}, Inconclusive)
	for name, change := range tr.falsified {
		judged(t, e, name, tr.tableOf(change), Refuted)
	}
	for name, change := range tr.undecided {
		judged(t, e, name, tr.tableOf(change), Inconclusive)
	}
}
