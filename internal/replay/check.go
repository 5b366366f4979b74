package replay

import (
	"cmp"
	"fmt"
	"slices"
)

// check completes what was read.
func (r *recording) check() error {
	if r.lines < 2 {
		r.lines++
		return r.wrong("the file ends", fmt.Sprintf("%q, then the program", format))
	}
	if err := r.sort(); err != nil {
		return err
	}
	for _, p := range r.unsure {
		if p.outside() {
			return fmt.Errorf("calls or spawns at %s came from several goroutines, in an order that another run may not "+
				"have: a replay cannot tell which is which. Make them from one goroutine, or from a line each", r.names[p.Take])
		}
	}
	return nil
}

// sort gives each take its spots, in the order of the events.
func (r *recording) sort() error {
	var lost []*spot
	for p, s := range r.places {
		after, err := r.ranges(s)
		if err != nil {
			return err
		}
		lost = append(lost, &spot{takes: after})
		if !p.outside() {
			t := r.byID[[2]int{p.Worker, p.Take}]
			t.spots = append(t.spots, s)
		}
	}
	for _, t := range r.byID {
		slices.SortFunc(t.spots, func(a, b *spot) int { return cmp.Compare(a.event, b.event) })
	}
	r.left -= void(lost)
	return nil
}

// ranges sorts what was taken of one range: from its end, each before the one taken earlier. The
// line of a take comes a moment after it, so a recording that was cut off may lack one. Those after
// it were taken in that moment too: they are lost.
func (r *recording) ranges(s *spot) (lost []*Take, err error) {
	slices.SortFunc(s.takes, func(a, b *Take) int { return cmp.Compare(b.Lo, a.Lo) })
	for k, t := range s.takes {
		if k == 0 || t.Hi == s.takes[k-1].Lo {
			continue
		}
		if r.whole {
			r.lines = t.line
			return nil, r.wrong(fmt.Sprintf("%q, which has a gap or another range behind it", t), "ranges from the end of a loop on, each beside the last")
		}
		lost, s.takes = s.takes[k:], s.takes[:k]
		break
	}
	return lost, nil
}
