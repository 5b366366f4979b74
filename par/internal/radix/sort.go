package radix

import (
	"math/bits"

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
type radixSort[W unsigned] struct {
	v       []W
	code    encoding[W]
	set     call.Settings
	buffers buffers[W]
}

func newRadixSort[W unsigned](v []W, c encoding[W], set call.Settings) *radixSort[W] {
	return &radixSort[W]{v: v, code: c, set: set}
}

// run sorts v, in O(n) for a word of constant size.
func (r *radixSort[W]) run() {
	if r.ascends() {
		return
	}
	s := r.survey()
	if s.descends {
		order.Reverse(r.v, r.set)
		return
	}
	r.code.add -= s.least // so that the codes begin at 0
	left := bits.Len64(uint64(s.most - s.least))
	if len(r.v) < radixWide {
		r.code.encode(r.v)
		r.finish(r.v, left, len(r.v))
		return
	}
	r.wide(r.v, left, r.code)
}

// wide sorts v, a part of the whole, by all workers. The codes of its words differ in the
// lowest left bits only, and c makes codes of the words.
func (r *radixSort[W]) wide(v []W, left int, c encoding[W]) {
	d := newDealing(r, v, left, c)
	d.deal()
	d.settle()
	d.move()
	d.fill()
	left, huge, most := d.shift, max(radixWide, min(radixMost, len(v)/16)), 0
	for _, h := range d.regions {
		if n := h.hi - h.lo; n <= huge {
			most = max(most, n)
		} else if left > 0 {
			r.wide(v[h.lo:h.hi], left, encoding[W]{})
		}
	}
	r.set.Blocks(len(d.regions), 1, nil, func(b, _, _ int) {
		if h := &d.regions[b]; h.hi-h.lo <= huge || left == 0 {
			r.finish(v[h.lo:h.hi], left, most)
		}
	})
}

// finish sorts the codes in v, which differ in the lowest left bits, by one worker, and turns
// them into elements. Its buffer has most words, so that other buckets can use it too.
func (r *radixSort[W]) finish(v []W, left, most int) {
	if left > 0 && len(v) > 1 {
		buf := r.buffers.take(most)
		narrow(v, buf[:len(v)], left, true)
		r.buffers.Give(buf)
	}
	r.code.decode(v)
}

// buffers are those that no worker uses at the moment.
type buffers[W unsigned] struct{ call.Shelf[[]W] }

// take returns a buffer of at least n words, of any value.
func (b *buffers[W]) take(n int) []W {
	for buf, ok := b.Shelf.Take(); ok; buf, ok = b.Shelf.Take() {
		if len(buf) >= n {
			return buf
		}
	}
	return make([]W, n)
}
