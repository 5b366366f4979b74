package loop

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/roster"
	"github.com/skua-go/skua/internal/watch"
)

// lingers is how often a maker looks for more of its loop before it parks: for
// about as long as a chunk lasts; not so often if there are many workers to look at. In between it
// looks that often whether the loop is over: to look at others' parts all the time would slow down those
// that work on them. Its first four looks skip parts that should be over at once. Arbitrary.
const (
	lingers = 24
	between = 512 // 0.3 µs
	lenient = 4
)

// refill steals for the maker, whose part is empty, what other workers have left of the
// same loop. False means that it has to wait, or that the loop is over.
func (p *Part) refill() bool {
	if p.worker.Watch.Follows() {
		if more, known := p.refillHanded(); known {
			return more
		}
	}
	all := p.worker.Crew.All.Entries()
	for k := range max(1, lingers*roster.Few/max(roster.Few, len(all))) {
		if lo, hi, ok := p.recall(); ok {
			return p.goOn(lo, hi)
		}
		for range between {
			if p.loop.left.Load() == 0 || p.loop.stopped.Load() {
				return false
			}
		}
		for v := range p.worker.Crew.All.Each {
			q := Of(v).partIn(p.loop)
			if q == nil || q == p || k < lenient && p.loop.cost.SoonOver(q.cursor.Len()) {
				continue
			}
			p.worker.Count.Tried++
			if lo, hi, ok := q.stealHalf(p.worker); ok {
				p.loop.checkLive(lo, hi)
				p.worker.Count.Stole()
				return p.goOn(lo, hi)
			}
			q.ask()
		}
	}
	return false
}

// partIn returns the worker's part of l that others may steal from, if it is in l.
func (c *Loops) partIn(l *Loop) *Part {
	for p := c.part.Load(); p != nil; p = p.outer {
		if p.loop == l {
			return p
		}
	}
	if l.Hides() { // else none is hidden, and owners write what follows all the time
		if p := c.innermost.Load(); p != nil && p.loop == l {
			return p
		}
	}
	return nil
}

// goOn fills the part, which is empty, with what its worker has stolen or recalled, and reports whether it
// is to be run.
func (p *Part) goOn(lo, hi int) bool {
	p.loop.pieces.Move(&p.worker.Strand, &p.piece, lo, p == &p.loop.first)
	p.fill(lo, hi)
	return p.checkStop() // filling the part took back whatever was asked of it before
}

// fill opens the part for what was stolen.
func (p *Part) fill(lo, hi int) {
	p.watch.Fill(&p.worker.Watch, p.loop.number, lo, p.reached())
	if n := p.worker.Watch.Notes; n != nil {
		p.fillNamed(n, lo, hi)
	} else {
		p.cursor.Fill(lo, hi)
	}
	// ORDER: after it can be found. A worker that looked while the indices were on
	// their way found nothing, and may be asleep.
	if !p.hidden {
		p.worker.Crew.Sleep.Post()
	}
}

// stealFor takes half of what is left of the part for a worker from elsewhere.
func (p *Part) stealFor(thief *crew.Worker) (l crew.Loot, ok bool) {
	if !p.loop.enter() {
		return crew.Loot{}, false
	}
	l.Work, l.Shares = (*share)(p.loop), true
	if l.Lo, l.Hi, ok = p.stealHalf(thief); !ok {
		p.loop.leave()
		return l, false
	}
	p.loop.checkLive(l.Lo, l.Hi)
	l.More = l.Hi > l.Lo+1 || !p.cursor.Empty()
	return l, true
}

// younger reports whether the oldest public frame of the maker's stack is older
// than the loop: then it is the larger piece of work.
func (p *Part) younger() bool {
	return p.place != nil && p.place.OffersBelow(p.base)
}

// partOf returns the worker's part of l.
func (c *Loops) partOf(l *Loop) *Part {
	p := c.kept
	if p == nil || p.loop != l {
		p = &Part{loop: l, worker: c.worker, on: c, hidden: true}
		c.kept = p
	}
	if p.use != l.use {
		p.use = l.use
		p.cursor.InitSibling(&l.first.cursor)
	}
	return p
}

// share is a loop of which a thief has taken indices. It runs them in a part of its own.
type share Loop

// Whose returns whose the indices are.
func (l *share) Whose() (*crew.Job, string) { return l.job, "skua.part" }

// Begin notes that w begins what it has stolen of a loop.
func (l *share) Begin(w *crew.Worker, lo, hi int) {
	c := Of(w)
	p := c.partOf((*Loop)(l))
	p.watch, p.piece = watch.Chunks{}, lo
	w.Watch.Line.Begin(watch.Share, p.loop.number, 0, 0)
}

// Run runs what was stolen of a loop.
func (s *share) Run(w *crew.Worker, lo, hi int) {
	c, l := Of(w), (*Loop)(s)
	p := c.kept
	l.tally.Enter(w.ID)
	c.goInto(p)
	if w.Watch.Notes != nil {
		w.Watch.BeginTake(c.take(lo, hi), l.limited(), l.thieves)
	}
	if !w.Dealt || !p.hidden || !l.Hides() || l.seen.Load() {
		p.show()
	}
	p.cursor.Expect(l.Quick)
	p.fill(lo, hi)
	w.EndSearch()
	for ok := p.checkStop(); ok; {
		l.Body(p)
		p.cursor.Drop()
		if lo, hi, ok = p.recall(); ok {
			ok = p.goOn(lo, hi)
		}
	}
}

// Finish stops the loop if a body has failed, and the part with it.
func (l *share) Finish(w *crew.Worker, f *crew.Failure) *crew.Failure {
	p := Of(w).kept
	if f != nil {
		p.loop.fail(f)
	}
	p.drop()
	p.leave()
	return f
}

// Report counts the indices as over.
func (s *share) Report(w *crew.Worker, lo int, f *crew.Failure) (parked *crew.Worker) {
	c := Of(w)
	p, l := c.kept, (*Loop)(s)
	if w.Watch.Notes != nil {
		w.Watch.EndTake(f != nil, w.Stopped() || l.stopped.Load(), l.limited())
	}
	l.pieces.Add(p.piece, w.Strand.End())
	p.watch.End(watch.End, l.number, p.reached())
	l.leave()
	// ORDER: the maker's CAS to parked is on this word: one of us sees the other.
	if l.end(p) {
		was := l.state.Swap(crew.Done)
		l.checkOnce(was)
		if was == crew.Parked {
			return l.maker
		}
	}
	return nil
}
