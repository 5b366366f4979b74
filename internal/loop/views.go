package loop

import (
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/internal/views/left"
)

// A worker that takes part in a loop runs its indices from low to high, and thieves take them away
// at the high end. So what it runs between two fills of its part is a piece: an interval [lo, …)
// without a gap, in serial order, whose views are one strand's (internal/views). Pieces do not
// overlap, so their order by first index is the serial one. The maker merges them in that order
// when all of them are over:
//
//	maker                                   thief
//	begin   its strand goes on              run     as a segment, which begins without views
//	refill  pause the strand; later     recall  add the views as the piece of lo, begin
//	        add the views since then as a           without views
//	        piece, begin without views      end     add the views as the piece of lo; then
//	                                                count the indices
//	end     wait until left is 0, go on
//	        with the strand, merge all
//	        pieces, the lowest first
//
// "Piece after the end" (scenario ViewsLoops/three): a thief adds before it counts, and the maker
// gathers after left was 0, or state done: so the list is complete (internal/views/left). The maker of a loop
// that has failed does not gather: which of the indices have run is for timing to say.

// pieces are those of one loop, by their first index.
type pieces struct {
	left.List[int]
	paused *views.Set // the maker's strand, while its part is elsewhere
	moved  bool       // it is
}

// move notes that the part goes on at lo.
func (c *pieces) move(p *Part, lo int) {
	if w := p.worker; p != &p.loop.first || c.moved {
		c.Add(p.piece, w.Strand.End())
	} else {
		c.paused, c.moved = w.Strand.Take(), true
	}
	p.piece = lo
}

// home lets the maker, whose part p is, go on with the strand in which the loop began, when its own indices
// are over.
func (c *pieces) home(p *Part) {
	if !c.moved {
		return
	}
	c.Add(p.piece, p.worker.Strand.End())
	p.worker.Strand.Put(c.paused)
	c.paused, c.moved = nil, false
}
