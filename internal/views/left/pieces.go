package left

import (
	"cmp"

	"github.com/skua-go/skua/internal/views"
)

// Pieces are those of one loop (internal/loop), by their first index. A worker that takes part in
// it runs its indices from low to high, and thieves take them away at the high end. So what it runs
// between two fills of its part is a piece: an interval [lo, …) without a gap, in serial order,
// whose views are one strand's. Pieces do not overlap, so their order by first index is the serial
// one. The maker merges them in that order when all of them are over:
//
//	maker                                   thief
//	begin   its strand goes on              run     as a segment, which begins without views
//	refill  pause the strand; later         recall  add the views as the piece of lo, begin
//	        add the views since then as a           without views
//	        piece, begin without views      end     add the views as the piece of lo; then
//	                                                count the indices
//	end     wait until left is 0, go on
//	        with the strand, merge all
//	        pieces, the lowest first
//
// "Piece after the end" (scenario ViewsLoops/three): a thief adds before it counts, and the maker
// gathers after left was 0, or state done: so the list is complete. The maker of a loop
// that has failed does not gather: which of the indices have run is for timing to say.
type Pieces struct {
	List[int]

	// The maker's:
	paused *views.Set // of its strand, while its part is elsewhere
	moved  bool       // it is
}

// Move ends the piece of the worker with that strand, which began at *at, since its part goes on at
// lo. maker says that it is the maker.
func (c *Pieces) Move(s *views.Strand, at *int, lo int, maker bool) {
	if !maker || c.moved {
		c.Add(*at, s.End())
	} else {
		c.paused, c.moved = s.Take(), true
	}
	*at = lo
}

// Home lets the maker, whose last piece began at that index, go on with the strand in which the loop began,
// when its own indices are over.
func (c *Pieces) Home(s *views.Strand, at int) {
	if !c.moved {
		return
	}
	c.Add(at, s.End())
	s.Put(c.paused)
	c.paused, c.moved = nil, false
}

// Merge merges the pieces, which are all over, into the maker's strand. It runs user code.
func (c *Pieces) Merge(s *views.Strand) { c.Gather(s, cmp.Compare[int]) }
