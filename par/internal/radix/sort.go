package radix

import (
	"math/bits"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
)

// Sizes of the radix sort. radixLeast is where it began to be faster for all
// distributions that the tests know; the other constants are arbitrary.
const (
	radixLeast  = 4096    // elements below which slices.Sort is faster than a buffer
	radixWide   = 1 << 15 // elements from which on the first digit is sorted in parallel
	radixMost   = 1 << 20 // elements that one worker sorts, at most
	radixBlock  = 1 << 13 // elements of a block, at least
	radixBlocks = 64      // blocks, at most
)

// word is an unsigned integer whose order is that of a key.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// A radixSort sorts v by its codes: by the highest digit first, in parallel and
// in place, then bucket by bucket, to and fro between v and a buffer, each in one
// worker's cache. McIlroy, Bostic and McIlroy, Engineering Radix Sort, Computing
// Systems 6(1), 1993 [MBM93].
type radixSort[W word] struct {
	v       []W
	code    code[W]
	set     call.Settings
	buffers buffers[W]
}

func newRadixSort[W word](v []W, c code[W], set call.Settings) *radixSort[W] {
	return &radixSort[W]{v: v, code: c, set: set}
}

// run sorts v, in O(n) for a word of constant size.
func (r *radixSort[W]) run() {
	s := r.survey()
	switch {
	case s.ascends:
		return
	case s.descends:
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

// wide sorts v, a part of the whole whose codes have so many bits that differ,
// by all workers. It holds elements as c says.
func (r *radixSort[W]) wide(v []W, left int, c code[W]) {
	d := newDealing(r, v, left, c)
	d.deal()
	d.settle()
	d.move()
	d.fill()
	left, huge, most := d.shift, max(radixWide, min(radixMost, len(v)/16)), 0
	for _, h := range d.homes {
		if n := h.hi - h.lo; n <= huge {
			most = max(most, n)
		} else if left > 0 {
			r.wide(v[h.lo:h.hi], left, code[W]{})
		}
	}
	r.set.Blocks(len(d.homes), 1, nil, func(b, _, _ int) {
		if h := &d.homes[b]; h.hi-h.lo <= huge || left == 0 {
			r.finish(v[h.lo:h.hi], left, most)
		}
	})
}

// finish sorts the codes in v, of which left bits differ, by one worker, and
// turns them into elements. It takes a buffer for most words.
func (r *radixSort[W]) finish(v []W, left, most int) {
	if left > 0 && len(v) > 1 {
		buf := r.buffers.take(most)
		narrow(v, buf[:len(v)], left, true)
		r.buffers.Give(buf)
	}
	r.code.decode(v)
}

// buffers are memory that no worker uses at the moment.
type buffers[W word] struct{ call.Shelf[[]W] }

// take returns a buffer of at least n words, whatever they are.
func (b *buffers[W]) take(n int) []W {
	for buf, ok := b.Shelf.Take(); ok; buf, ok = b.Shelf.Take() {
		if len(buf) >= n {
			return buf
		}
	}
	return make([]W, n)
}
