package radix

import (
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// A survey is what one pass over words tells.
type survey[W unsigned] struct {
	least, most W // of the codes
	descends    bool
}

// glance is how many words must be in order for a look at all of them. Arbitrary.
const glance = 32

// ascends reports whether v is in order already: a pass that costs a third of a survey, and next to
// nothing if v is not.
func (r *radixSort[W]) ascends() bool {
	if !ascend(r.v[:min(glance, len(r.v))], r.code) {
		return false
	}
	var not atomic.Bool // ORDER: none: the end of the loop lets the last look see every store
	r.set.Blocks(len(r.v), r.blockSize(), nil, func(_, lo, hi int) {
		if !not.Load() && !ascend(r.v[max(lo-1, 0):hi], r.code) {
			not.Store(true)
		}
	})
	return !not.Load()
}

func ascend[W unsigned](v []W, c encoding[W]) bool {
	before := c.of(v[0])
	for _, x := range v[1:] {
		y := c.of(x)
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

// survey passes over v, which is not empty, by all workers.
func (r *radixSort[W]) survey() survey[W] {
	var parts [radixBlocks]survey[W]
	size := r.blockSize()
	r.set.Blocks(len(r.v), size, nil, func(k, lo, hi int) {
		parts[k] = surveyOf(r.v[max(lo-1, 0):hi], r.code)
	})
	all := parts[0]
	for _, s := range parts[1:call.BlockCount(len(r.v), size)] {
		all.least, all.most = min(all.least, s.least), max(all.most, s.most)
		all.descends = all.descends && s.descends
	}
	return all
}

// surveyOf passes over v, which is not empty.
func surveyOf[W unsigned](v []W, c encoding[W]) survey[W] {
	before := c.of(v[0])
	s := survey[W]{before, before, true}
	ups := 0
	for _, x := range v[1:] {
		y := c.of(x)
		ups += call.Bit(y > before)
		s.least, s.most, before = min(s.least, y), max(s.most, y), y
	}
	s.descends = ups == 0
	return s
}
