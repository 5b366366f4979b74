package span

import "github.com/skua-go/skua/internal/indices"

// Range is the work-stealing range: consecutive indices that one owner takes
// from the low end while any number of thieves each take the upper half of what
// is left. Take, Return and Fill are the owner's; Steal, Len and Empty are safe
// for concurrent use. No call waits: a call has to try again only because
// another one has just succeeded. A Range must not be copied. The zero Range is empty.
//
// Work stealing range: Load-balancing partitioner with work stealing, part one,
// August 2011 [WSR11]; differences: docs/divergence.md#range.
type Range struct {
	r indices.Range
}

// NewRange returns the range [lo, hi), of which no call takes fewer than grain
// consecutive indices, counted from lo, at a time. It panics if grain is less
// than 1 or hi - lo is 2⁶³ or more.
func NewRange(lo, hi, grain int) *Range {
	r := &Range{}
	r.r.Init(lo, hi, grain)
	return r
}

// Sibling returns an empty range over the interval that r was made for. What was
// stolen from one can be filled into the other.
func (r *Range) Sibling() *Range {
	s := &Range{}
	s.r.InitSibling(&r.r)
	return s
}

// Len returns how many units there were at some instant of the call: runs of grain
// indices, of which the last one may be shorter.
func (r *Range) Len() int { return r.r.Len() }

// Empty reports whether there was nothing at some instant of the call.
func (r *Range) Empty() bool { return r.r.Empty() }

// Take takes the k lowest units, or all if there are fewer, and reports whether
// there were any. Owner only. It panics if k is less than 1.
func (r *Range) Take(k int) (lo, hi int, ok bool) { return r.r.Take(k) }

// Steal takes the upper half of what is left, the larger one if the number is
// odd, and reports whether there was anything. Anyone.
func (r *Range) Steal() (lo, hi int, ok bool) { return r.r.Steal() }

// Return puts back the part from lo on of what the last Take brought. What is
// less than a unit stays with the owner: Return answers the first index that is
// in the range now. Owner only; each Take can be shortened any number of times.
func (r *Range) Return(lo int) (from int) { return r.r.Return(lo) }

// Fill puts what was stolen from a sibling into r, which must be empty. Owner
// only. It panics if [lo, hi) are not whole units of the interval.
func (r *Range) Fill(lo, hi int) { r.r.Fill(lo, hi) }
