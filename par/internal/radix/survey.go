package radix

import "github.com/skua-go/skua/par/internal/call"

// A survey is what one pass over words tells.
type survey[W unsigned] struct {
	least, most       W // of the codes
	ascends, descends bool
}

// survey passes over v, which is not empty, by all workers.
func (r *radixSort[W]) survey() survey[W] {
	var parts [radixBlocks]survey[W]
	size := max(radixBlock, call.BlockCount(len(r.v), radixBlocks))
	r.set.Blocks(len(r.v), size, nil, func(k, lo, hi int) {
		parts[k] = surveyOf(r.v[max(lo-1, 0):hi], r.code)
	})
	all := parts[0]
	for _, s := range parts[1:call.BlockCount(len(r.v), size)] {
		all.least, all.most = min(all.least, s.least), max(all.most, s.most)
		all.ascends, all.descends = all.ascends && s.ascends, all.descends && s.descends
	}
	return all
}

// surveyOf passes over v, which is not empty.
func surveyOf[W unsigned](v []W, c encoding[W]) survey[W] {
	before := c.of(v[0])
	s := survey[W]{before, before, true, true}
	ups, downs := 0, 0
	for _, x := range v[1:] {
		y := c.of(x)
		ups += call.Bit(y > before)
		downs += call.Bit(y < before)
		s.least, s.most, before = min(s.least, y), max(s.most, y), y
	}
	s.ascends, s.descends = downs == 0, ups == 0
	return s
}
