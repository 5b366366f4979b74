package radix

import (
	"math/bits"

	"github.com/skua-go/skua/par/internal/call"
)

// look is an order.Look at the words.
func (r *radixSort[W]) look(lo, hi int, down bool, most int) (at []int) {
	var not W
	if down {
		not = ^not
	}
	before := r.code.of(r.v[lo]) ^ not
	for i, x := range r.v[lo+1 : hi] {
		y := r.code.of(x) ^ not
		if y < before {
			if at = append(at, lo+1+i); len(at) > most {
				break
			}
		}
		before = y
	}
	return at
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
