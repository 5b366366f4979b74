package indices

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// Range is the work-stealing range: consecutive indices that one owner takes
// from the low end while any number of thieves each take the upper half of what
// is left. Take, Return and Fill are the owner's; Steal, Len and Empty are safe
// for concurrent use. No call waits: a call has to try again only if another call
// has just succeeded. A Range must not be copied.
//
// Invariants:
//
//	I1  word = low<<32 | high, in units; the units [low, high) are here, and
//	    nowhere else.
//	I2  Every change is one CAS of the whole word, but for Fill's store into an empty
//	    range, which thieves leave alone. So at the instant at which a
//	    call succeeds the word says all there is to know, and a word that has
//	    gone round to an old value is as good as one that never changed: no tag.
//	I3  Thieves only lower high; the owner only moves low, but for Fill, which
//	    starts from an empty range. So what the owner took last, up to low, ends
//	    where the range begins, and can be put back.
//
// Work stealing range: Load-balancing partitioner with work stealing, part one,
// August 2011 [WSR11]; differences: docs/divergence.md#range.
type Range struct {
	space
	_    pad.Line
	word atomic.Uint64
	_    pad.Line
}

// NewRange returns the range [lo, hi), of which no call takes fewer than grain
// consecutive indices, counted from lo, at a time. It panics if grain is less
// than 1 or hi - lo is 2⁶³ or more.
func NewRange(lo, hi, grain int) *Range {
	r := &Range{}
	r.Init(lo, hi, grain)
	return r
}

// Init makes a zero Range what NewRange returns.
func (r *Range) Init(lo, hi, grain int) {
	r.space = newSpace(lo, hi, grain)
	r.word.Store(uint64(r.units())) // ORDER: nobody else knows r yet
}

// InitSibling makes a zero Range an empty one over the interval that s was made for.
// What was stolen from one can be filled into the other.
func (r *Range) InitSibling(s *Range) { r.space = s.space }

func pack(low, high uint32) uint64 { return uint64(low)<<32 | uint64(high) }

func unpack(word uint64) (low, high uint32) { return uint32(word >> 32), uint32(word) }

// Len returns how many units there were at some instant of the call.
func (r *Range) Len() int {
	low, high := unpack(r.word.Load())
	return int(high - low)
}

// Empty reports whether there was nothing at some instant of the call.
func (r *Range) Empty() bool { return r.Len() == 0 }

// Take takes the k lowest units, or all if there are fewer, and reports whether
// there were any. Owner only. It panics if k is less than 1.
func (r *Range) Take(k int) (lo, hi int, ok bool) {
	if k < 1 {
		panic("span: Take needs at least 1")
	}
	for {
		word := r.word.Load()
		low, high := unpack(word)
		if low == high {
			return 0, 0, false
		}
		next := low + uint32(min(k, int(high-low)))
		// ORDER: one CAS against the thieves' in Steal: [low, next) is ours exactly if no thief
		// had any of it (I2).
		if r.word.CompareAndSwap(word, pack(next, high)) {
			r.checkOwner(word, pack(next, high))
			return r.start(low), r.start(next), true
		}
	}
}

// Steal takes the upper half of what is left, the larger one if the number is
// odd, and reports whether there was anything. Anyone.
func (r *Range) Steal() (lo, hi int, ok bool) {
	for {
		word := r.word.Load()
		low, high := unpack(word)
		if low == high {
			return 0, 0, false
		}
		mid := low + (high-low)/2
		// ORDER: one CAS against the owner's in Take and Return, and against other thieves':
		// [mid, high) is ours exactly if the word is as we read it (I2). What the thief reads of r
		// after that, its space, never changes.
		if r.word.CompareAndSwap(word, pack(low, mid)) {
			r.checkThief(word, pack(low, mid))
			return r.start(mid), r.start(high), true
		}
	}
}

// Cut takes [lo, hi), which must be the upper end of what is left, and reports whether it is. Anyone.
func (r *Range) Cut(lo, hi int) bool {
	for {
		word := r.word.Load()
		low, high := unpack(word)
		mid := r.unitOf(lo)
		if mid < low || mid >= high || r.start(mid) != lo || r.start(high) != hi {
			return false
		}
		// ORDER: one CAS against the owner's in Take and Return, as Steal's is.
		if r.word.CompareAndSwap(word, pack(low, mid)) {
			r.checkThief(word, pack(low, mid))
			return true
		}
	}
}

// Return puts back the part from lo on of what the last Take brought. What is
// less than a unit stays with the owner: Return answers the first index that is
// in the range now. Owner only; each Take can be shortened any number of times.
func (r *Range) Return(lo int) (from int) {
	first := r.unitOf(lo)
	for {
		word := r.word.Load()
		low, high := unpack(word)
		if first >= low {
			return r.start(low)
		}
		// ORDER: one CAS against the thieves' in Steal, which lowers high; nobody but the owner
		// moves low (I3).
		if r.word.CompareAndSwap(word, pack(first, high)) {
			r.checkOwner(word, pack(first, high))
			return r.start(first)
		}
	}
}

// Fill puts what was stolen from a sibling into r, which must be empty. Owner
// only. It panics if [lo, hi) are not whole units of the interval.
func (r *Range) Fill(lo, hi int) {
	if !r.Empty() {
		panic("span: Fill needs an empty range")
	}
	r.need(lo, hi)
	first, end := r.unitOf(lo), r.unitOf(hi)
	if r.start(first) != lo || r.start(end) != hi {
		panic(fmt.Sprintf("span: Fill with [%d, %d), which does not come from a sibling: units have %d indices", lo, hi, r.unit))
	}
	// ORDER: thieves leave an empty range alone, so a store will do; a thief that steals
	// from it afterwards has read this word (I2).
	r.word.Store(pack(first, end))
	r.checkWord(pack(first, end))
}

// checkWord panics if the word names units that the interval does not have.
func (r *Range) checkWord(word uint64) {
	if !invariant.Enabled {
		return
	}
	if low, high := unpack(word); low > high || high > r.units() {
		panic(fmt.Sprintf("span: units [%d, %d) of %d (I1)", low, high, r.units()))
	}
}

// checkOwner panics if the owner changed the high end.
func (r *Range) checkOwner(old, new uint64) {
	if !invariant.Enabled {
		return
	}
	r.checkWord(new)
	low, high := unpack(old)
	if to, end := unpack(new); end != high {
		panic(fmt.Sprintf("span: the owner changed units [%d, %d) to [%d, %d) (I3)", low, high, to, end))
	}
}

// checkThief panics if a thief changed the low end, or did not lower the high one.
func (r *Range) checkThief(old, new uint64) {
	if !invariant.Enabled {
		return
	}
	r.checkWord(new)
	low, high := unpack(old)
	if to, end := unpack(new); to != low || end >= high {
		panic(fmt.Sprintf("span: a thief changed units [%d, %d) to [%d, %d) (I3)", low, high, to, end))
	}
}
