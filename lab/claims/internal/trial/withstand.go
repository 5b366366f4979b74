package trial

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skua-go/skua/lab"
)

// Withstand damages samples that confirm the claim of e: each column in the samples of each
// kind. The verdict must fall if e needs that column, and must not otherwise; so Needs has
// all columns that the judge reads. It must also fall without the samples of a judged kind, and if
// two of these are exchanged that are not alike. It must not depend on the order of the samples.
// Withstand returns in which columns all samples of a judged kind can be 0 with the claim
// still confirmed. The samples are as before afterwards.
func Withstand(t T, e lab.Experiment, samples *lab.Table) (zeros []string) {
	t.Helper()
	if verdictOf(e, samples) != lab.Confirmed {
		return nil // whoever has made or read the samples says so
	}
	kinds := byKind(e, samples)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for _, column := range samples.Columns {
			for _, d := range damages {
				must := d.fells(e, kind, column, kinds[kind])
				if !must && !(d.zero && slices.Contains(e.Kinds.Judged, kind) && needs(e, kind, column, kinds[kind])) {
					continue
				}
				switch stays := verdictWith(e, samples, kinds, d, part{kind, column}) == lab.Confirmed; {
				case stays && must:
					t.Errorf("%s: samples of the kind %q, the column %q %s: the verdict stays confirmed", e.ID, kind, column, d.name)
				case stays && !slices.Contains(zeros, column):
					zeros = append(zeros, column)
				}
			}
		}
	}
	tooMuch(t, e, samples)
	for i, a := range e.Kinds.Judged {
		withoutKind(t, e, samples, a)
		for _, b := range e.Kinds.Judged[i+1:] {
			if slices.ContainsFunc(e.Kinds.Alike, func(g []string) bool { return slices.Contains(g, a) && slices.Contains(g, b) }) {
				continue
			}
			exchange(e, kinds, a, b)
			if verdictOf(e, samples) == lab.Confirmed {
				t.Errorf("%s: the samples of %q exchanged with those of %q: the verdict stays confirmed", e.ID, a, b)
			}
			exchange(e, kinds, a, b)
		}
	}
	slices.Reverse(samples.Rows)
	if v := verdictOf(e, samples); v != lab.Confirmed {
		t.Errorf("%s: the samples in the other order: the verdict becomes %s", e.ID, v)
	}
	slices.Reverse(samples.Rows)
	needless(t, e, samples, kinds)
	return zeros
}

// tooMuch makes a number of one sample larger than that which it cannot be above.
func tooMuch(t T, e lab.Experiment, samples *lab.Table) {
	t.Helper()
	for _, n := range e.Needs.Columns {
		i := slices.IndexFunc(samples.Rows, func(r lab.Row) bool { return n.AtMost != "" && n.Covers(r) && r[n.Column] != nil })
		if i < 0 {
			continue
		}
		r := samples.Rows[i]
		was := r[n.Column]
		r[n.Column] = r[n.AtMost].(float64) + 1
		if verdictOf(e, samples) == lab.Confirmed {
			t.Errorf("%s: a sample with %v in the column %q, and %v in %q: the verdict stays confirmed", e.ID, r[n.Column], n.Column, r[n.AtMost], n.AtMost)
		}
		r[n.Column] = was
	}
}

// A part of the samples is a column of a kind.
type part struct{ kind, column string }

// needless damages all at once what e does not need. If the verdict then is another, needless looks
// for the column that e should need.
func needless(t T, e lab.Experiment, samples *lab.Table, kinds map[string]*lab.Table) {
	t.Helper()
	var free []part
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for _, column := range samples.Columns {
			if !needs(e, kind, column, kinds[kind]) && !slices.Contains(e.Needs.Key, column) && !slices.Contains(e.Needs.Crossed, column) {
				free = append(free, part{kind, column})
			}
		}
	}
	for _, d := range damages {
		v := verdictWith(e, samples, kinds, d, free...)
		if v == lab.Confirmed {
			continue
		}
		t.Errorf("%s: all columns that it does not need %s: the verdict becomes %s", e.ID, d.name, v)
		for _, p := range free {
			if v := verdictWith(e, samples, kinds, d, p); v != lab.Confirmed {
				t.Errorf("%s: samples of the kind %q, the column %q %s: the verdict becomes %s, so the experiment needs it", e.ID, p.kind, p.column, d.name, v)
			}
		}
	}
}

// verdictWith returns the verdict while these parts are damaged.
func verdictWith(e lab.Experiment, samples *lab.Table, kinds map[string]*lab.Table, d damage, parts ...part) lab.Verdict {
	for _, p := range parts {
		defer d.do(kinds[p.kind], p.column)()
	}
	return verdictOf(e, samples)
}

// byKind divides the samples.
func byKind(e lab.Experiment, samples *lab.Table) map[string]*lab.Table {
	kinds := map[string]*lab.Table{}
	for _, r := range samples.Rows {
		kind := e.Kinds.Of(r)
		if kinds[kind] == nil {
			kinds[kind] = &lab.Table{Columns: samples.Columns}
		}
		kinds[kind].Rows = append(kinds[kind].Rows, r)
	}
	return kinds
}

func withoutKind(t T, e lab.Experiment, samples *lab.Table, kind string) {
	t.Helper()
	without := &lab.Table{Columns: samples.Columns}
	for _, r := range samples.Rows {
		if e.Kinds.Of(r) != kind {
			without.Rows = append(without.Rows, r)
		}
	}
	notConfirmed(t, e, fmt.Sprintf("without %q", kind), without)
}

// exchange makes each sample of one kind one of the other.
func exchange(e lab.Experiment, kinds map[string]*lab.Table, a, b string) {
	if kinds[a] == nil || kinds[b] == nil {
		return
	}
	for _, column := range e.Kinds.Columns {
		x, hasX := kinds[a].Rows[0][column]
		y, hasY := kinds[b].Rows[0][column]
		set(kinds[a], column, y, hasY)
		set(kinds[b], column, x, hasX)
	}
	kinds[a], kinds[b] = kinds[b], kinds[a]
}

func set(samples *lab.Table, column string, value any, has bool) {
	for _, r := range samples.Rows {
		if has {
			r[column] = value
		} else {
			delete(r, column)
		}
	}
}

// verdictOf is "an error" where the finding or a figure cannot be shown.
func verdictOf(e lab.Experiment, samples *lab.Table) lab.Verdict {
	res := lab.Result{Table: samples}
	if err := res.Judge(e); err != nil {
		return "an error: " + lab.Verdict(err.Error())
	}
	return res.Finding.Verdict
}
