//go:build race && !explore

package pieces

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/aside"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
)

// most is how many pieces a loop is cut into at most, so that the race detector takes them for parallel:
// a short loop into its indices, a longer one at places that differ from run to run. Arbitrary: it is half
// of the branches that may exist at a time.
const most = 32

// Run runs the loop in pieces, each as an aside, if this build and the pool want to show the race detector
// which indices are parallel; otherwise it does nothing and reports false. at returns where on the worker
// of an aside its piece, a loop of its own, begins.
func Run(s loop.Place, c loop.LoopConfig, at func(w *crew.Worker) loop.Place) (ran bool) {
	w := s.Worker()
	if c.Workers == 1 || c.To-c.From <= max(c.Grain, 1) || !w.Crew.Parts(w.Apart()) {
		return false
	}
	c.Halt = new(atomic.Bool)
	r := run{w: w}
	defer r.end()
	from := c.From
	for k, to := range cuts(&c, w) {
		one := c
		if k > 0 && !w.Crew.Parts(w.Apart()) {
			// No aside may be made any more. All that is left is one loop, which thieves can steal of: so an
			// index that waits in Blocking for a later one waits for one that runs.
			if one.From = from; c.Workers > 0 {
				one.Workers = c.Workers - k
			}
			r.inPlace(func() { runPiece(s, &one) })
			break
		}
		if one.From, one.To = from, to; c.Workers > 0 {
			one.Workers = 1
		}
		from = to
		a := aside.New(w, func(w *crew.Worker) { runPiece(at(w), &one) })
		r.pieces = append(r.pieces, piece{aside: a})
		a.Offer()
	}
	r.join()
	return true
}

// run is a loop that runs in pieces.
type run struct {
	w      *crew.Worker
	pieces []piece
	joined int // pieces, from the first on
}

// piece is an aside, or what a piece has left that has run in place.
type piece struct {
	aside *aside.Aside
	left  *crew.Left
}

// inPlace runs the last piece where the loop's maker is. Its views come after those of the pieces before it.
func (r *run) inPlace(f func()) {
	before := r.w.Strand.Take()
	defer func() { r.w.Strand.Put(before) }()
	f()
	r.pieces = append(r.pieces, piece{left: r.w.Leave(nil)})
}

// join waits for all pieces, and goes on with the first failure; if there is none it merges their views, in
// the order of the indices.
func (r *run) join() {
	for k := range r.pieces {
		p := &r.pieces[k]
		r.joined = k + 1
		if p.aside != nil {
			p.left = p.aside.Join(r.w)
		}
		if p.left != nil && p.left.Failure != nil {
			r.end()
			r.w.Raise(p.left.Failure)
		}
	}
	for _, p := range r.pieces {
		r.w.Inherit(p.left)
	}
}

// end takes back the pieces that are not joined: those that have not begun never begin.
func (r *run) end() {
	for _, p := range r.pieces[r.joined:] {
		if p.aside != nil {
			p.aside.Drop(r.w)
		}
	}
	r.joined = len(r.pieces)
}

// cuts returns the ends of the pieces. Each but the last has a multiple of the grain. There are no more than
// workers may take part.
func cuts(c *loop.LoopConfig, w *crew.Worker) []int {
	grain := max(c.Grain, 1)
	grains := (c.To-c.From-1)/grain + 1
	n := min(grains, most)
	if c.Workers > 0 {
		n = min(n, c.Workers)
	}
	ends := make([]int, 0, n)
	if n == grains {
		for k := 1; k < n; k++ {
			ends = append(ends, c.From+k*grain)
		}
	} else {
		for range n - 1 {
			k := 1 + int(w.Random.Next()%uint64(grains-1))
			ends = append(ends, c.From+k*grain)
		}
		slices.Sort(ends)
		ends = slices.Compact(ends)
	}
	return append(ends, c.To)
}

// runPiece runs a piece where its worker is.
func runPiece(s loop.Place, c *loop.LoopConfig) {
	p := loop.Begin(s, *c)
	normal := false
	defer func() {
		if !normal {
			c.Halt.Store(true) // ORDER: none: the other pieces begin no chunk after they have seen it
			p.End(false)
		}
	}()
	for more := true; more; more = p.More() {
		c.Body(p)
	}
	normal = true
	p.End(true)
}
