//go:build race && !explore

package loop

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
)

// pieceMost is how many pieces a loop is cut into at most, so that the race detector takes them for parallel:
// a short loop into its indices, a longer one at places that differ from run to run. Arbitrary: it is half
// of the branches that may exist at a time.
const pieceMost = 32

// RunApart runs the loop in pieces, each as an aside (crew.Aside), if this build is to show the race
// detector which of its indices are parallel; otherwise it does nothing and reports false. at returns
// where on a worker a piece begins.
func RunApart(s Place, c LoopConfig, at func(w *crew.Worker) Place) (ran bool) {
	w := s.Worker()
	if c.Workers == 1 || c.To-c.From <= max(c.Grain, 1) || !w.Parts() {
		return false
	}
	c.halt = new(atomic.Bool)
	r := apartRun{w: w}
	defer r.end()
	from := c.From
	for k, to := range c.cuts(w) {
		piece := c
		if k > 0 && !w.Parts() {
			// All that is left, as one loop: an index that waits in Blocking for one behind it finds that
			// somewhere, and thieves can take it.
			if piece.From = from; c.Workers > 0 {
				piece.Workers = c.Workers - k
			}
			r.inPlace(func() { piece.run(s) })
			break
		}
		if piece.From, piece.To = from, to; c.Workers > 0 {
			piece.Workers = 1
		}
		from = to
		a := w.Aside(func(w *crew.Worker) { piece.run(at(w)) })
		r.pieces = append(r.pieces, apartPiece{aside: a})
		a.Offer()
	}
	r.join()
	return true
}

// apartRun is a loop that runs in pieces.
type apartRun struct {
	w      *crew.Worker
	pieces []apartPiece
	joined int // pieces, from the first on
}

// apartPiece is an aside, or what a piece has left that has run in place.
type apartPiece struct {
	aside *crew.Aside
	left  *crew.Left
}

// inPlace runs the last piece where the loop's maker is. Its views come after those of the pieces before it.
func (r *apartRun) inPlace(run func()) {
	before := r.w.Strand.Take()
	defer func() { r.w.Strand.Put(before) }()
	run()
	r.pieces = append(r.pieces, apartPiece{left: r.w.Leave(nil)})
}

// join waits for all pieces, and goes on with the first failure; if there is none it merges their views, in
// the order of the indices.
func (r *apartRun) join() {
	for k := range r.pieces {
		p := &r.pieces[k]
		r.joined = k + 1
		if p.aside != nil {
			p.left = r.w.Rejoin(p.aside)
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
func (r *apartRun) end() {
	for _, p := range r.pieces[r.joined:] {
		if p.aside != nil {
			r.w.Drop(p.aside)
		}
	}
	r.joined = len(r.pieces)
}

// cuts returns the ends of the pieces. Each but the last has a multiple of the grain. There are no more than
// workers may take part.
func (c *LoopConfig) cuts(w *crew.Worker) []int {
	grain := max(c.Grain, 1)
	grains := (c.To-c.From-1)/grain + 1
	n := min(grains, pieceMost)
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

// run runs a piece where its worker is.
func (c *LoopConfig) run(s Place) {
	p := Begin(s, *c)
	normal := false
	defer func() {
		if !normal {
			c.halt.Store(true) // ORDER: none: the other pieces begin no chunk after they have seen it
			p.End(false)
		}
	}()
	for more := true; more; more = p.More() {
		c.Body(p)
	}
	normal = true
	p.End(true)
}
