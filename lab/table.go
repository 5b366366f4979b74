package lab

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab/gauge"
)

// A Row is one sample: names of columns with a number (float64, or any integer,
// which becomes one) or a text each.
type Row map[string]any

// A Table is the samples of an experiment, in the order in which they were taken.
type Table struct {
	Columns []string
	Rows    []Row
}

// Add appends a row. A column that the table does not have yet comes last, in
// alphabetical order among the new ones.
func (t *Table) Add(r Row) {
	var fresh []string
	row := Row{}
	for name, v := range r {
		row[name] = number(v)
		if !slices.Contains(t.Columns, name) {
			fresh = append(fresh, name)
		}
	}
	slices.Sort(fresh)
	t.Columns = append(t.Columns, fresh...)
	t.Rows = append(t.Rows, row)
}

// number makes a float64 of any number.
func number(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case uint32:
		return float64(v)
	case bool:
		if v {
			return 1.0
		}
		return 0.0
	case float64, string:
		return v
	}
	panic(fmt.Sprintf("lab: a cell is a number or a text, not %T", v))
}

// Where returns the rows whose column has that value.
func (t *Table) Where(column string, value any) *Table {
	out := &Table{Columns: t.Columns}
	for _, r := range t.Rows {
		if r[column] == number(value) {
			out.Rows = append(out.Rows, r)
		}
	}
	return out
}

// Floats returns the numbers of a column, without rows that have none.
func (t *Table) Floats(column string) (out []float64) {
	for _, r := range t.Rows {
		if v, ok := r[column].(float64); ok {
			out = append(out, v)
		}
	}
	return out
}

// Values returns the different numbers of a column, in ascending order.
func (t *Table) Values(column string) []float64 {
	v := t.Floats(column)
	slices.Sort(v)
	return slices.Compact(v)
}

// Names returns the different texts of a column, in the order of appearance.
func (t *Table) Names(column string) (out []string) {
	for _, r := range t.Rows {
		if v, ok := r[column].(string); ok && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// Median returns the median of a column, or 0 if it is empty.
func (t *Table) Median(column string) float64 { return gauge.Median(t.Floats(column)) }

// Pairs returns the numbers of two columns, of rows that have both, in the order
// of the first.
func (t *Table) Pairs(x, y string) (xs, ys []float64) {
	var rows []Row
	for _, r := range t.Rows {
		_, okX := r[x].(float64)
		_, okY := r[y].(float64)
		if okX && okY {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a[x].(float64), b[x].(float64)) })
	for _, r := range rows {
		xs, ys = append(xs, r[x].(float64)), append(ys, r[y].(float64))
	}
	return xs, ys
}

// Last returns the last of the values, or 0 if there are none.
func Last(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return v[len(v)-1]
}

// What an experiment needs whose samples say which share of the processors was free:
// gauge.FreeShare in the column "had".
const (
	FewestSamples = 5    // that had enough processors; a verdict needs them
	enoughFree    = 0.75 // of the processors: with fewer a sample says nothing of parallel work
	mostFree      = 1.1  // with more, which cannot be, a clock was wrong: the sample says nothing either

	// BusyMachine is the reason of a finding without enough samples.
	BusyMachine = "There are not enough samples in which three quarters of the processors were free for the experiment, and no clock was wrong."
)

// WithFreeProcessors returns the table without the samples that had too few processors, or more than there
// are.
func (t *Table) WithFreeProcessors() *Table {
	out := &Table{Columns: t.Columns}
	for _, r := range t.Rows {
		if share, ok := r["had"].(float64); !ok || share >= enoughFree && share <= mostFree {
			out.Rows = append(out.Rows, r)
		}
	}
	return out
}
