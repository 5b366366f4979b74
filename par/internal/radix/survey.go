package radix

import (
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// glance is how many words must be in order for a look at all of them. Arbitrary.
const glance = 32

// ascends reports whether v is in order already, or, if not is all ones, whether it is backwards: a pass
// over v, but next to nothing if the first words are in no such order.
func (r *radixSort[W]) ascends(not W) bool {
	if !ascend(r.v[:min(glance, len(r.v))], r.code, not) {
		return false
	}
	var no atomic.Bool // ORDER: none: the end of the loop lets the last look see every store
	r.set.Blocks(len(r.v), r.blockSize(), nil, func(_, lo, hi int) {
		if !no.Load() && !ascend(r.v[max(lo-1, 0):hi], r.code, not) {
			no.Store(true)
		}
	})
	return !no.Load()
}

func ascend[W unsigned](v []W, c encoding[W], not W) bool {
	before := c.of(v[0]) ^ not
	for _, x := range v[1:] {
		y := c.of(x) ^ not
		if y < before {
			return false
		}
		before = y
	}
	return true
}

// blockSize returns the size of the blocks of a pass over v.
func (r *radixSort[W]) blockSize() int {
	return max(radixBlock, call.BlockCount(len(r.v), radixBlocks))
}

// bounds are the least and the greatest of codes.
type bounds[W unsigned] struct{ least, most W }

// bits returns how many of their lowest bits tell the codes apart, once the least is subtracted.
func (s bounds[W]) bits() int { return bits.Len64(uint64(s.most - s.least)) }

// survey returns the bounds of v, which is not empty, by a pass of all workers.
func (r *radixSort[W]) survey() bounds[W] {
	var parts [radixBlocks]bounds[W]
	size := r.blockSize()
	r.set.Blocks(len(r.v), size, nil, func(k, lo, hi int) {
		parts[k] = boundsOf(r.v[lo:hi], r.code)
	})
	all := parts[0]
	for _, s := range parts[1:call.BlockCount(len(r.v), size)] {
		all.least, all.most = min(all.least, s.least), max(all.most, s.most)
	}
	return all
}

// boundsOf returns the bounds of v, which is not empty. It has two of each in turns, so that none waits for
// the other.
func boundsOf[W unsigned](v []W, c encoding[W]) bounds[W] {
	y := c.of(v[0])
	a, b := bounds[W]{y, y}, bounds[W]{y, y}
	for ; len(v) >= 2; v = v[2:] {
		x, y := c.of(v[0]), c.of(v[1])
		a.least, a.most = min(a.least, x), max(a.most, x)
		b.least, b.most = min(b.least, y), max(b.most, y)
	}
	if len(v) > 0 {
		x := c.of(v[0])
		a.least, a.most = min(a.least, x), max(a.most, x)
	}
	return bounds[W]{min(a.least, b.least), max(a.most, b.most)}
}
