package radix

import (
	"math"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
)

// Sizes of the radix sort. From radixLeast on it was faster for all distributions of the
// tests; the other sizes are arbitrary.
const (
	radixLeast  = 4096    // elements below which slices.Sort is faster than a buffer
	radixWide   = 1 << 15 // elements from which on the first digit is sorted in parallel
	radixMost   = 1 << 20 // elements that one worker sorts, at most
	radixBlock  = 1 << 13 // elements of a block, at least
	radixBlocks = 64      // blocks, at most
)

// unsigned is an unsigned integer whose order is that of a key.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// A radixSort sorts v by the codes of its words: first by the highest digit, in parallel and
// in place, then each bucket by one worker, back and forth between v and a buffer that stays
// in that worker's cache. After McIlroy, Bostic and McIlroy, Engineering Radix Sort,
// Computing Systems 6(1), 1993 [MBM93].
//
// The codes of integers differ from their words by the sign bit only, and in a bucket all have
// the same sign. So wide deals integers as they are, and floats as codes.
type radixSort[W unsigned] struct {
	v     []W
	code  encoding[W]
	flip  W           // the sign bit of integers, else 0
	dealt encoding[W] // what wide deals of words: codes of floats, else words
	set   call.Settings
	desks desks[W]
}

func newRadixSort[W unsigned](v []W, c encoding[W], set call.Settings) *radixSort[W] {
	r := &radixSort[W]{v: v, code: c, set: set}
	r.desks.NoCalls = true
	if c.invert == 0 {
		r.flip = c.sign
	} else {
		r.dealt = c
	}
	return r
}

// run sorts v, in O(n) for a word of constant size.
func (r *radixSort[W]) run() {
	if order.NearlyBy(r.v, r.code.compare, r.look, false, 2, math.MaxInt, r.set) {
		return
	}
	s := r.survey()
	if len(r.v) >= radixWide {
		r.set.Whole(func(set call.Settings) {
			r.set = set
			r.wide(r.v, s, r.dealt)
		})
		return
	}
	c := r.code
	c.add -= s.least // so that the codes begin at 0
	c.encode(r.v)
	d := desk[W]{buf: make([]W, len(r.v))}
	c.decode(r.v, d.narrow(r.v, d.buf, s.bits()))
}

// wide sorts v, a part of the whole, by all workers. s has all its codes, and c makes of its
// words what is dealt.
func (r *radixSort[W]) wide(v []W, s bounds[W], c encoding[W]) {
	d := newDealing(r, v, s, c)
	d.deal()
	d.settle()
	d.move()
	d.fill()
	left, huge, most := d.shift, max(radixWide, min(radixMost, len(v)/16)), 0
	for b, h := range d.regions {
		if n := h.hi - h.lo; n <= huge {
			most = max(most, n)
		} else if left > 0 {
			r.wide(v[h.lo:h.hi], d.bounds(b), encoding[W]{})
		}
	}
	r.set.Blocks(len(d.regions), 1, nil, func(b, _, _ int) {
		if h := &d.regions[b]; h.hi-h.lo <= huge || left == 0 {
			r.finish(v[h.lo:h.hi], left, most)
		}
	})
}

// finish sorts the words in v, a bucket whose words differ in the lowest left bits, by one
// worker, and makes them elements. Its desk has room for most words, so that other buckets can
// use it too.
func (r *radixSort[W]) finish(v []W, left, most int) {
	sorted := v
	if left > 0 && len(v) > 1 {
		d := r.desks.take(most)
		defer r.desks.Give(d)
		sorted = d.narrow(v, d.buf[:len(v)], left)
	}
	r.dealt.decode(v, sorted)
}

// desks are those that no worker uses at the moment.
type desks[W unsigned] struct{ call.Shelf[*desk[W]] }

// take returns a desk with room for n words or more.
func (s *desks[W]) take(n int) *desk[W] {
	d, ok := s.Shelf.Take()
	if !ok {
		d = new(desk[W])
	}
	if len(d.buf) < n {
		d.buf = make([]W, n)
	}
	return d
}
