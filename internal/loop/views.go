package loop

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/views"
)

// A worker that takes part in a loop runs its indices from low to high, and thieves take them away
// at the high end. So what it runs between two fills of its part is a piece: an interval [lo, …)
// without a gap, in serial order, whose views are one strand's (internal/views). Pieces do not
// overlap, so their order by first index is the serial one. The maker merges them in that order
// when all of them are over:
//
//	maker                                   thief
//	begin   its strand goes on              run     as a segment, which begins without views
//	refill  set aside the strand, later     recall  add the views as the piece of lo, begin
//	        add the views since then as a           without views
//	        piece, begin without views      end     add the views as the piece of lo; then
//	                                                count the indices
//	end     wait until left is 0, go on
//	        with the strand, merge all
//	        pieces, the lowest first
//
// "Piece after the end" (scenario ViewsLoops/three): a thief adds before it counts, and the maker
// collects after left was 0, or state done: so the list is complete. A loop that has failed drops
// the pieces: which of the indices have run is for timing to say.

// piece is the views of the indices from lo on.
type piece struct {
	lo    int
	views *views.Set
}

// pieces are those of one loop.
//
// NOT: a list that workers push to by CAS. A CAS of a pointer is a call, since it tells the collector, and
// there is one piece for each steal at most.
type pieces struct {
	some  atomic.Bool // the list is not empty
	mu    park.Mutex
	list  []piece    // under mu
	aside *views.Set // the maker's strand, while its part is elsewhere
	moved bool       // it is
}

// add notes the views of the indices from lo on.
func (c *pieces) add(lo int, v *views.Set) {
	if v == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, piece{lo, v})
	// ORDER: before the indices are counted as over, after which the maker looks.
	c.some.Store(true)
}

// move notes that the part goes on at lo.
func (c *pieces) move(p *Part, lo int) {
	if w := p.worker; p != &p.loop.first || c.moved {
		c.add(p.piece, w.Strand.End())
	} else {
		c.aside, c.moved = w.Strand.Take(), true
	}
	p.piece = lo
}

// home lets the maker, whose part p is, go on with the strand in which the loop began, when its own indices
// are over.
func (c *pieces) home(p *Part) {
	if !c.moved {
		return
	}
	c.add(p.piece, p.worker.Strand.End())
	p.worker.Strand.Put(c.aside)
	c.aside, c.moved = nil, false
}

// take returns all pieces, the lowest first, for the maker of a loop that is over.
func (c *pieces) take() (all []piece) {
	if !c.some.Load() {
		return nil
	}
	c.mu.Lock()
	all, c.list = c.list, nil
	c.some.Store(false) // ORDER: none: all indices are over, so nobody adds any more
	c.mu.Unlock()
	slices.SortFunc(all, func(a, b piece) int {
		if a.lo < b.lo {
			return -1
		}
		return 1
	})
	return all
}

// gather merges pieces into the strand of w. The merges are user code.
func gather(w *crew.Worker, all []piece) {
	for _, p := range all {
		w.Strand.Gather(p.views)
	}
}
