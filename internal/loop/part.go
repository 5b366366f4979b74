package loop

import (
	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/indices"
	"github.com/skua-go/skua/internal/loop/cost"
	"github.com/skua-go/skua/internal/loop/tray"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/watch"
)

// Part is one worker's part of a loop. Thieves steal of its cursor, and read what comes last,
// which is constant while they can see the part, in memory apart from what the owner writes. All
// else is the owner's.
//
// NOT: another field before the cursor. Its offset costs Next more than the compiler inlines, and each
// index takes four times as long.
type Part struct {
	cursor indices.Cursor
	hidden bool              // from thieves that search
	use    uint64            // of the loop's memory
	dealt  []tray.Deal[Loop] // of it, and perhaps not claimed
	piece  int               // where its views begin, but those of the maker's strand
	watch  watch.Chunks      // what watchers know of the part
	_      pad.Line
	loop   *Loop
	worker *crew.Worker
	on     *Loops // the worker's
	outer  *Part  // of the loop around this one, on the same worker
	place  Place  // the maker's: frames below base are older than the loop
	base   uint32
	filled watch.Place // where its indices come from, if the steal schedule is recorded: under that lock
}

// Next goes on to the next index of the part and reports whether there is one.
func (p *Part) Next() bool { return p.cursor.Next() || p.nextSlow() }

// Index returns the current index.
func (p *Part) Index() int { return p.cursor.Index() }

// Worker returns the worker that runs the part.
func (p *Part) Worker() *crew.Worker { return p.worker }

// Chunk goes on by a piece of what is reserved.
func (p *Part) Chunk() (lo, hi int, ok bool) {
	if !p.Next() {
		return 0, 0, false
	}
	lo, hi = p.cursor.Piece()
	return lo, hi, true
}

// nextSlow answers a request, or goes on to the next chunk. False means that the
// part is over or the loop stopped.
//
//go:noinline
func (p *Part) nextSlow() bool {
	if p.cursor.Asked() {
		if p.hidden && p.loop.cost.Learns() && clock.Now()-p.cursor.Begun() > cost.Worth {
			p.show() // an index takes longer than was known, and a chunk may have many
		}
		p.answer()
		p.worker.AnswerOthers(crew.Loops)
		return p.checkStop()
	}
	if !p.cursor.Reserve() {
		return false
	}
	if p.hidden && p.worthShowing() {
		p.show()
		p.wakeOne()
		if p.loop.Hides() && p != &p.loop.first {
			p.loop.first.ask() // which may be in a long chunk
		}
	}
	if p.loop.Deals() {
		p.deal()
	}
	if p.worker.Watch.Line != nil {
		from, end := p.cursor.Reserved()
		p.watch.Chunk(&p.worker.Watch, p.loop.number, from, end, p.hidden)
	}
	if p.outer != nil {
		p.outer.answer() // a thief may have asked for theirs after the owner answered here
	}
	p.worker.AnswerOthers(crew.Loops)
	return p.checkStop()
}

// worthShowing reports whether thieves should see the part, and a worker be woken for it: there can be some,
// and they help with the loop at once or it has run for a while.
func (p *Part) worthShowing() bool {
	return !p.worker.Apart() && p.worker.Crew.Size.Load() > 1 && (!p.loop.Hides() || p.cursor.Elapsed() > cost.Worth)
}

// answer gives the rest of the chunk back if a thief asks, here and in the parts around. These it
// looks at only if there was a request: there may be a hundred thousand.
func (p *Part) answer() {
	p.answerHere()
	if p.outer == nil || !p.on.asked.Load() {
		return
	}
	p.on.asked.Store(false) // ORDER: before the look at all of them: a request that comes later sets it again
	for q := p.outer; q != nil; q = q.outer {
		q.answerHere()
	}
}

func (p *Part) answerHere() {
	if !p.cursor.Wanted() {
		return
	}
	p.worker.Count.Looks.Add(1)
	if p.give() {
		p.worker.Crew.Sleep.Post()
	}
}

// ask requests the rest of the chunk. Anyone.
func (p *Part) ask() {
	p.cursor.Ask()
	if !p.on.asked.Load() {
		p.on.asked.Store(true) // ORDER: after the request, which the owner looks for when it has seen this
	}
}

// give puts the rest of the chunk back, which takes the request back that was made
// for it. A request may also mean that the loop has to stop: then it is made again,
// for the owner's next step, since the owner need not look at that when it gives.
func (p *Part) give() (gave bool) {
	gave = p.cursor.Give()
	// ORDER: Give opened the limit before this look. A stop or a cancellation sets
	// its flag first and asks after that: so we see the flag, or its request stands.
	if p.loop.stopped.Load() || p.worker.Job.Cancelled() {
		p.cursor.Ask()
	}
	return gave
}

// show lets thieves see the part, and those around it.
func (p *Part) show() {
	for q := p; q != nil && q.hidden; q = q.outer {
		q.hidden, q.cursor.Alone = false, false
		if !q.loop.seen.Load() {
			q.loop.seen.Store(true) // ORDER: before its indices are counted as over, after which the maker looks
		}
	}
	p.checkShown()
	// ORDER: the parts are complete before thieves see them.
	p.on.part.Store(p)
}

// goInto makes p the innermost part, or nil.
func (c *Loops) goInto(p *Part) {
	// ORDER: before the owner opens the limit of p and looks for a cancellation;
	// one that comes later finds p here and asks.
	c.innermost.Store(p)
}

// leave ends what show began. The part is empty.
func (p *Part) leave() {
	p.checkEmpty()
	p.on.goInto(p.outer)
	if p.outer != nil && (p.worker.Job.Cancelled() || p.outer.loop.stopped.Load()) {
		// A cancellation or failure that found p asked nobody else. ORDER: it sets its flag, then
		// looks for the innermost part: it finds p.outer there, or we see the flag.
		p.outer.cursor.Ask()
	}
	if !p.hidden {
		p.outer.checkShown()
		// ORDER: late thieves find nothing in p. What is around it is not hidden.
		p.on.part.Store(p.outer)
	}
}

// publish lets thieves have all that is left of the part and those around it, but
// for the current indices.
func (p *Part) publish() {
	p.show()
	for q := p; q != nil; q = q.outer {
		q.give()
		q.wakeOne()
	}
}

// wakeOne wakes a worker for what is left of the part.
func (p *Part) wakeOne() {
	if !p.cursor.Empty() {
		p.worker.Crew.Sleep.Post()
	}
}

// checkStop reports whether the loop goes on. It panics if the run was cancelled.
func (p *Part) checkStop() bool {
	p.worker.Watch.Point(watch.AtStep)
	p.worker.SeesEnd()
	p.worker.Check()
	return !p.loop.stopped.Load() && !(p.loop.Halt != nil && p.loop.Halt.Load())
}
