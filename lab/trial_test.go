package lab

import (
	"slices"
	"strings"
	"testing"
)

// A trial proves that an experiment's verdict is computed: samples made up by
// hand that confirm the claim, and changes of them that must refute it.
type trial struct {
	confirming func() []Row
	falsified  map[string]func(Row) Row // what is falsified, and how; nil takes the row away
	undecided  map[string]func(Row) Row // may be empty
}

// trials has one trial for each experiment, put there by its own test file.
var trials = map[string]trial{}

// tried enters the trial of an experiment:
//
//	var _ = tried("id", trial{…})
func tried(id string, t trial) bool {
	trials[id] = t
	return true
}

// set returns a change of the column of the rows that have all of where.
func set(column string, value func(float64) float64, where Row) func(Row) Row {
	return func(r Row) Row {
		for k, v := range where {
			if x, ok := r[k]; !ok || number(x) != number(v) {
				return r
			}
		}
		if x, ok := r[column]; ok {
			if v, ok := number(x).(float64); ok {
				r[column] = value(v)
			}
		}
		return r
	}
}

// times returns the change that multiplies by x.
func times(x float64) func(float64) float64 { return func(v float64) float64 { return v * x } }

// tableOf makes a table of the trial's rows, changed if change is not nil.
func (tr trial) tableOf(change func(Row) Row) *Table {
	t := &Table{}
	for _, r := range tr.confirming() {
		if change != nil {
			r = change(r)
		}
		if r != nil {
			t.Add(r)
		}
	}
	return t
}

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

// TestVerdictsAreComputed feeds every experiment samples that should confirm its
// claim, falsified ones that should refute it, and none.
func TestVerdictsAreComputed(t *testing.T) {
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			tr, ok := trials[e.ID]
			if !ok || len(tr.falsified) == 0 {
				t.Fatalf(`no falsified data: add var _ = tried(%q, trial{…}) to x_%s_test.go`, e.ID, e.ID)
			}
			judged(t, e, "confirming data", tr.tableOf(nil), Confirmed)
			judged(t, e, "no data", &Table{}, Inconclusive)
			for name, change := range tr.falsified {
				judged(t, e, name, tr.tableOf(change), Refuted)
			}
			for name, change := range tr.undecided {
				judged(t, e, name, tr.tableOf(change), Inconclusive)
			}
		})
	}
}

// judged wants that verdict, a finding that can be printed, and figures that can
// be drawn.
func judged(t *testing.T, e Experiment, name string, samples *Table, want Verdict) {
	t.Helper()
	res := Result{Table: samples}
	if err := guarded(e.ID, func() error { return res.judge(e) }); err != nil {
		t.Errorf("%s: %v", name, err)
	} else if res.Finding.Verdict != want {
		t.Errorf("%s: the verdict is %s (%s), want %s", name, res.Finding.Verdict, res.Finding.Reason, want)
	}
	if want == Confirmed && len(res.Figures) == 0 {
		t.Errorf("%s: no figure", name)
	}
}

// TestExperimentsAreComplete wants of every experiment what a reader of the report
// needs.
func TestExperimentsAreComplete(t *testing.T) {
	ids := map[string]bool{}
	for _, e := range All() {
		if ids[e.ID] || e.ID == "all" || strings.Trim(e.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || e.ID == "" {
			t.Errorf("the id %q is taken, or not of small letters, digits and hyphens", e.ID)
		}
		ids[e.ID] = true
		for name, sentence := range map[string]string{
			"claim": e.Claim, "how": e.How, "what confirms": e.Confirms, "what refutes": e.Refutes,
		} {
			if !strings.HasSuffix(sentence, ".") {
				t.Errorf("%s: %s is %q, want a sentence", e.ID, name, sentence)
			}
		}
		if !strings.HasPrefix(e.Source, "[") {
			t.Errorf("%s: the source %q does not begin with a key of docs/papers.md", e.ID, e.Source)
		}
		for _, p := range e.Params {
			if p.Name == "" || p.Doc == "" || len(p.Quick) == 0 || len(p.Full) == 0 {
				t.Errorf("%s: the parameter %q wants a doc, and values for a quick and a full run", e.ID, p.Name)
			}
		}
		if e.Run == nil || e.Judge == nil || e.Plot == nil {
			t.Errorf("%s: want all three functions", e.ID)
		}
	}
}
