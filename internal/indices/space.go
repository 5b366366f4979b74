package indices

import (
	"fmt"
	"math"
)

// maxUnits is how many units a space can have: a Range keeps two bounds in one
// word.
const maxUnits = math.MaxInt32

// space is the interval [lo, lo+n) that the ranges of one loop or partition
// share, cut into units: the grains, which are not cut any further. The last one
// may be shorter. Bounds are kept as offsets in units, so that neither their
// sign nor their size matters: every interval of up to 2⁶³-1 indices will do.
type space struct {
	lo, n, unit int
}

// newSpace returns the interval [lo, hi) in units of grain indices, or more if
// there would be too many to count. An inverted interval is empty.
func newSpace(lo, hi, grain int) space {
	if grain < 1 {
		panic("span: the grain must be at least 1")
	}
	s := space{lo: lo, n: Length(lo, hi), unit: grain}
	if s.n > 0 {
		s.unit = max(grain, (s.n-1)/maxUnits+1)
	}
	return s
}

// Length returns how many indices [lo, hi) has: none if it is inverted.
func Length(lo, hi int) int {
	if lo >= hi {
		return 0
	}
	n := hi - lo
	if n < 0 {
		panic("span: an interval must have less than 2⁶³ indices")
	}
	return n
}

// need panics unless [lo, hi) is in the interval.
func (s *space) need(lo, hi int) {
	if lo < s.lo || hi < lo || hi > s.lo+s.n {
		panic(fmt.Sprintf("span: Fill with [%d, %d), which is not in [%d, %d)", lo, hi, s.lo, s.lo+s.n))
	}
}

// unitsOf returns how many units n indices take, the last one perhaps in part.
func (s *space) unitsOf(n int) uint32 {
	if n == 0 || s.unit == 1 { // which takes no division
		return uint32(n)
	}
	return uint32((n-1)/s.unit + 1) // n+unit-1 may overflow
}

// units returns how many units there are.
func (s *space) units() uint32 { return s.unitsOf(s.n) }

// Count returns how many indices the interval has, and how many units.
func (s *space) Count() (indices, units int) { return s.n, int(s.units()) }

// start returns the first index of unit u, or the end of the space.
func (s *space) start(u uint32) int {
	if u >= s.units() {
		return s.lo + s.n
	}
	return s.lo + int(u)*s.unit
}

// unitOf returns the first unit that begins at index i or later, for an i of the
// space or its end.
func (s *space) unitOf(i int) uint32 { return s.unitsOf(i - s.lo) }
