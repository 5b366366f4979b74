package trial

import (
	"slices"

	"github.com/skua-go/skua/lab"
)

// A damage is what is done to one number; nil takes it away.
type damage struct {
	name                 string
	of                   func(x float64) any
	gone, zero, negative bool
	once                 bool // of one sample, not of all of a kind
}

var damages = []damage{
	{name: "without numbers", of: func(float64) any { return nil }, gone: true},
	{name: "0", of: func(float64) any { return 0.0 }, zero: true},
	{name: "negative", of: func(x float64) any { return -1 - x }, negative: true},
	{name: "huge", of: func(x float64) any { return 1e18 * (1 + x) }},
	{name: "negative once", of: func(x float64) any { return -1 - x }, negative: true, once: true},
}

// fells reports whether the damage must make a verdict fall: the samples of that kind have numbers
// in the column, e needs them, and does not say that they may be so.
func (d damage) fells(e lab.Experiment, kind, column string, of *lab.Table) bool {
	if len(of.Floats(column)) == 0 || !needs(e, kind, column, of) {
		return false
	}
	judged := slices.Contains(e.Kinds.Judged, kind)
	for _, n := range needsOf(e, column, of) {
		some := n.Some && judged
		if !some && (d.zero && n.Is.Has(0) || d.gone && n.Maybe) || d.negative && n.Is.Has(-1) {
			return false
		}
	}
	return true
}

// needs reports whether an experiment needs a number in a column of the samples of a kind.
func needs(e lab.Experiment, kind, column string, of *lab.Table) bool {
	return column == "had" && slices.Contains(e.Kinds.Timed, kind) || len(needsOf(e, column, of)) > 0
}

// needsOf are those of the column in these samples.
func needsOf(e lab.Experiment, column string, of *lab.Table) (out []lab.Need) {
	for _, n := range e.Needs.Columns {
		if n.Column == column && slices.ContainsFunc(of.Rows, n.Covers) {
			out = append(out, n)
		}
	}
	return out
}

// do damages the numbers of a column, if there are any, and returns what mends them.
func (d damage) do(samples *lab.Table, column string) (mend func()) {
	type cell struct {
		row lab.Row
		was float64
	}
	var was []cell
	for _, r := range samples.Rows {
		x, ok := r[column].(float64)
		if !ok {
			continue
		}
		was = append(was, cell{r, x})
		if v := d.of(x); v == nil {
			delete(r, column)
		} else {
			r[column] = v
		}
		if d.once {
			break
		}
	}
	return func() {
		for _, c := range was {
			c.row[column] = c.was
		}
	}
}
