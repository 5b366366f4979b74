package trial

import (
	"context"
	"fmt"
	"maps"
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

// Whole returns the change to the whole number that is next above.
func Whole(change func(float64) float64) func(float64) float64 {
	return func(v float64) float64 { return math.Ceil(change(v)) }
}

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
	for _, r := range res.Table.Rows {
		if kind := e.Kinds.Of(r); !e.Kinds.Know(kind) {
			t.Fatalf("%s: a sample of the kind %q, which is neither judged nor shown: %v", e.ID, kind, r)
		}
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

// notConfirmed wants a verdict that falls.
func notConfirmed(t T, e lab.Experiment, name string, samples *lab.Table) {
	t.Helper()
	res := lab.Result{Table: samples}
	if err := res.Judge(e); err != nil {
		t.Errorf("%s: %s: %v", e.ID, name, err)
	} else if res.Finding.Verdict == lab.Confirmed {
		t.Errorf("%s: %s: the verdict stays confirmed (%s)", e.ID, name, res.Finding.Reason)
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

// rows returns the trial's rows with numbers as a table has them.
func (tr Trial) rows() []lab.Row {
	t := &lab.Table{}
	for _, r := range tr.Confirming() {
		t.Add(r)
	}
	return t.Rows
}

// computed returns r, which may be nil, with what Run computes of other columns.
func computed(e lab.Experiment, r lab.Row) lab.Row {
	for range 2 { // one may be computed of another
		for _, n := range e.Needs.Columns {
			if _, has := r[n.Column]; n.Of != nil && r != nil && n.Covers(r) && (has || !n.Maybe) {
				r[n.Column] = n.Of(r)
			}
		}
	}
	return r
}

// tableOf makes a table of the trial's rows after the change, and says which kinds of
// samples it altered.
func (tr Trial) tableOf(e lab.Experiment, change func(lab.Row) lab.Row) (t *lab.Table, altered map[string]bool) {
	t, altered = &lab.Table{}, map[string]bool{}
	for _, r := range tr.rows() {
		r = computed(e, r)
		changed := computed(e, change(maps.Clone(r)))
		if !maps.Equal(r, changed) {
			altered[e.Kinds.Of(r)] = true
		}
		if changed != nil {
			t.Add(changed)
		}
	}
	return t, altered
}

// Check feeds e samples that should confirm its claim, falsified ones that should
// refute it, and none. Samples of each kind that e judges must be falsified or made
// useless by themselves, and those that it only shows must not matter.
func (tr Trial) Check(t T, e lab.Experiment) {
	t.Helper()
	if len(tr.Falsified) == 0 {
		t.Errorf("no falsified samples")
	}
	same, _ := tr.tableOf(e, func(r lab.Row) lab.Row { return r })
	judged(t, e, "confirming data", same, lab.Confirmed)
	judged(t, e, "no data", &lab.Table{}, lab.Inconclusive)
	fell := map[string]bool{} // kinds on which alone a verdict fell
	for want, changes := range map[lab.Verdict]map[string]func(lab.Row) lab.Row{lab.Refuted: tr.Falsified, lab.Inconclusive: tr.Undecided} {
		for name, change := range changes {
			table, altered := tr.tableOf(e, change)
			judged(t, e, name, table, want)
			if len(altered) == 1 {
				maps.Copy(fell, altered)
			}
		}
	}
	for _, kind := range e.Kinds.Judged {
		if !fell[kind] {
			t.Errorf("%s: no change of samples of the kind %q alone makes the verdict fall", e.ID, kind)
		}
	}
	tr.checkKinds(t, e)
	Withstand(t, e, same)
}

// checkKinds takes away what is only shown, and the processors of what needs them, or says that there were
// more than there are.
func (tr Trial) checkKinds(t T, e lab.Experiment) {
	t.Helper()
	unknown := map[string]bool{}
	for _, r := range tr.rows() {
		if kind := e.Kinds.Of(r); !e.Kinds.Know(kind) {
			unknown[kind] = true
		}
	}
	if len(unknown) > 0 {
		t.Errorf("%s: samples of the kinds %q, which are neither judged nor shown", e.ID, slices.Sorted(maps.Keys(unknown)))
	}
	without, _ := tr.tableOf(e, func(r lab.Row) lab.Row {
		if slices.Contains(e.Kinds.Shown, e.Kinds.Of(r)) {
			return nil
		}
		return r
	})
	judged(t, e, "without what is only shown", without, lab.Confirmed)
	for _, kind := range e.Kinds.Judged {
		table, _ := tr.tableOf(e, func(r lab.Row) lab.Row {
			if e.Kinds.Of(r) == kind {
				return nil
			}
			return r
		})
		notConfirmed(t, e, fmt.Sprintf("without %q", kind), table)
	}
	for _, kind := range e.Kinds.Timed {
		for what, factor := range map[string]float64{" on a busy machine": 0.5, " by a clock that is wrong": 2} {
			spoilt, altered := tr.tableOf(e, func(r lab.Row) lab.Row {
				if had, ok := r["had"].(float64); ok && e.Kinds.Of(r) == kind {
					r["had"] = had * factor
				}
				return r
			})
			if !altered[kind] {
				t.Errorf("%s: samples of the kind %q do not say which share of the processors they had", e.ID, kind)
			}
			judged(t, e, kind+what, spoilt, lab.Inconclusive)
		}
	}
}
