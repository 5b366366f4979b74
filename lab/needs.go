package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Needs are what the samples of an experiment must be, whether judged or shown. Samples that
// cannot be, such as a negative time, are no evidence for or against a claim: the judge is not
// asked, and the verdict is Inconclusive. Samples that are not there cannot confirm a claim, but
// those that are there may refute it. So a judge may read the columns that it needs without looking
// for them, and need not notice that it sees only some of the samples.
type Needs struct {
	Columns []Need
	Key     []string // no two samples have the same values in all of these columns
	Crossed []string // each judged kind has each combination of the values that these columns have
}

// A Need is that each sample with the values of Where has a number in a column, and which.
type Need struct {
	Column string
	Is     Number
	AtMost string // not above the number in this column of the same sample
	Some   bool   // of each judged kind some have one, and not zero
	Maybe  bool   // a sample may have no number there
	Where  Row    // nil is all samples

	// Of is what Run has computed the column from, by other columns of the same sample: a judge may read it
	// as if it computed that itself. Least is what it cannot be below, as the work by the processors.
	Of, Least func(r Row) float64
}

// rounding is by how much, of a number, two ways to compute it may differ.
const rounding = 1e-9

// Number returns the number of the sample in a column, or NaN if there is none.
func (r Row) Number(column string) float64 {
	if x, ok := r[column].(float64); ok {
		return x
	}
	return math.NaN()
}

// A Number says which numbers there can be in a column. None can be larger than 1e15: no clock
// and no counter here gets there.
type Number int

const (
	Positive    Number = iota
	NotNegative        // zero, too
	Size               // whole and positive
	Count              // whole and not negative
	Share              // of a whole: from 0 to 1
	Flag               // 0 or 1
	All                // 1: work of which a part was not done is no evidence
	Signed             // any
)

const largest = 1e15

var numberNames = map[Number]string{Positive: "positive", NotNegative: "not negative", Size: "whole and positive",
	Count: "whole and not negative", Share: "from 0 to 1", Flag: "0 or 1", All: "1", Signed: "a number"}

// Has reports whether x can be such a number.
func (n Number) Has(x float64) bool {
	whole := x == math.Trunc(x)
	switch {
	case !(math.Abs(x) <= largest):
		return false
	case n == Positive:
		return x > 0
	case n == NotNegative:
		return x >= 0
	case n == Size:
		return x > 0 && whole
	case n == Count:
		return x >= 0 && whole
	case n == Share:
		return x >= 0 && x <= 1
	case n == Flag:
		return x == 0 || x == 1
	case n == All:
		return x == 1
	}
	return true
}

// unfit says which sample of t cannot be, or "".
func (e Experiment) unfit(t *Table) string {
	keys := map[string]int{}
	timed := e.Needs.Columns
	if !slices.ContainsFunc(timed, func(n Need) bool { return n.Column == "had" }) {
		timed = append(slices.Clip(timed), Need{Column: "had", Is: NotNegative})
	}
	for i, r := range t.Rows {
		kind, needs := e.Kinds.Of(r), e.Needs.Columns
		if len(e.Kinds.Judged) > 0 && !e.Kinds.Know(kind) {
			return fmt.Sprintf("Row %d is of the kind %q, of which the experiment takes no samples.", i+1, kind)
		}
		if slices.Contains(e.Kinds.Timed, kind) {
			needs = timed
		}
		for _, n := range needs {
			if wrong := n.wrong(r); wrong != "" {
				return fmt.Sprintf("In row %d, of the kind %q, the column %q %s.", i+1, kind, n.Column, wrong)
			}
		}
		if len(e.Needs.Key) == 0 {
			continue
		}
		key := r.values(e.Needs.Key)
		if first, twice := keys[key]; twice {
			return fmt.Sprintf("Rows %d and %d cannot both be: they have the same %s.", first+1, i+1, strings.Join(e.Needs.Key, ", "))
		}
		keys[key] = i
	}
	return ""
}

// lacks says which samples on which the verdict depends are not there, or "".
func (e Experiment) lacks(t *Table) string { return cmp.Or(e.uncrossed(t), e.zero(t)) }

// zero says which judged kind has only zeros in a column where it needs others, or "".
func (e Experiment) zero(t *Table) string {
	for _, n := range e.Needs.Columns {
		if !n.Some {
			continue
		}
		some := map[string]bool{}
		for _, r := range t.Rows {
			if kind := e.Kinds.Of(r); n.Covers(r) {
				x, _ := r[n.Column].(float64)
				some[kind] = some[kind] || x != 0
			}
		}
		for _, kind := range e.Kinds.Judged {
			if seen, any := some[kind]; any && !seen {
				return fmt.Sprintf("No sample of the kind %q has another number than 0 in the column %q.", kind, n.Column)
			}
		}
	}
	return ""
}

// uncrossed says of which judged kind there are no samples, or none with some combination
// of values, or "".
func (e Experiment) uncrossed(t *Table) string {
	has, values := map[string]bool{}, make([][]string, len(e.Needs.Crossed))
	for _, r := range t.Rows {
		kind := e.Kinds.Of(r)
		if !slices.Contains(e.Kinds.Judged, kind) {
			continue
		}
		has[kind], has[kind+": "+r.values(e.Needs.Crossed)] = true, true
		for i, c := range e.Needs.Crossed {
			if v := r.values([]string{c}); !slices.Contains(values[i], v) {
				values[i] = append(values[i], v)
			}
		}
	}
	combinations := []string{""}
	for _, of := range values {
		var longer []string
		for _, c := range combinations {
			for _, v := range of {
				longer = append(longer, c+v)
			}
		}
		combinations = longer
	}
	for _, kind := range e.Kinds.Judged {
		if !has[kind] {
			return fmt.Sprintf("There are no samples of the kind %q.", kind)
		}
		for _, c := range combinations {
			if !has[kind+": "+c] {
				return fmt.Sprintf("There are no samples of the kind %q with %s.", kind, strings.TrimSuffix(c, ", "))
			}
		}
	}
	return ""
}

// values names the values of r in the columns.
func (r Row) values(columns []string) string {
	var all strings.Builder
	for _, c := range columns {
		all.WriteString(c)
		all.WriteByte(' ')
		switch v := r[c].(type) {
		case float64:
			all.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		case string:
			all.WriteString(v)
		}
		all.WriteString(", ")
	}
	return all.String()
}

// Covers reports whether the need is one of the sample r.
func (n Need) Covers(r Row) bool {
	for column, value := range n.Where {
		if r[column] != number(value) {
			return false
		}
	}
	return true
}

// wrong says what r has in the column instead of what it needs, or "".
func (n Need) wrong(r Row) string {
	if !n.Covers(r) {
		return ""
	}
	x, ok := r[n.Column].(float64)
	switch {
	case !ok && n.Maybe && r[n.Column] == nil:
		return ""
	case !ok:
		return "has no number"
	case !n.Is.Has(x) && math.Abs(x) > largest:
		return fmt.Sprintf("is %v, which is more than anything here can be", x)
	case !n.Is.Has(x):
		return fmt.Sprintf("is %v, and should be %s", x, numberNames[n.Is])
	}
	if n.Of != nil && !(math.Abs(x-n.Of(r)) <= rounding*math.Abs(x)) {
		return fmt.Sprintf("is %v, and of other columns it is %v", x, n.Of(r))
	}
	if n.Least != nil && !(x >= n.Least(r)*(1-rounding)) {
		return fmt.Sprintf("is %v, and cannot be below %v", x, n.Least(r))
	}
	if n.AtMost == "" {
		return ""
	}
	if most, ok := r[n.AtMost].(float64); !ok || !(x <= most) {
		return fmt.Sprintf("is %v, and should be at most %q, which is %v", x, n.AtMost, r[n.AtMost])
	}
	return ""
}
