package loop

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop/cost"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/tally"
	"github.com/skua-go/skua/internal/views/left"
	"github.com/skua-go/skua/internal/watch"
)

// Loop is a running loop. Every worker that takes part has a Part of its own,
// whose range the other workers halve; doc.go has the protocol.
//
// Invariants:
//
//	L1  Every index is in one part's range, or reserved by that part's owner, or
//	    on its way from one part to another, or over: run or dropped.
//	L2  left is how many are not over. The worker that brings it to 0 ends the loop.
//	L3  A part that thieves have seen belongs to one loop for good. So a thief that steals from it,
//	    however late, has indices of that loop, which cannot have ended.
type Loop struct {
	// What is the same for all loops in this memory, or changes at most once in one.
	maker *crew.Worker
	tally tally.Tally // of thieves, that count off left
	seen  atomic.Bool // by thieves that search
	stop
	_ pad.Line

	// Constant while others than the maker know of the loop. Whoever is dealt a run reads it, and the first
	// words of the part behind it: two lines.
	LoopConfig
	job    *crew.Job
	number uint64 // in the recording that it began in; 0: in none
	use    uint64 // of the memory, as a loop
	cost.Help

	first Part // the maker's
	_     pad.Line

	// The maker's.
	over   bool // it has counted the last index itself
	cost   cost.Loop
	pieces left.Pieces // but for the list in it, which every worker with views writes

	_ pad.Line // every worker writes what follows when its part is over

	left  atomic.Int64
	state atomic.Uint32 // pending, parked if the maker waits, then done
	room  atomic.Int64  // how many workers may still come, if Workers > 0
	noted
}

// Place is where on a worker a loop is made: above the frames that are in use there.
type Place interface {
	Worker() *crew.Worker
	Base() uint32
	// OffersBelow reports whether thieves can have a frame below i there. Anyone.
	OffersBelow(i uint32) bool
}

// LoopConfig is what the facade's loop comes to.
type LoopConfig struct {
	From, To int
	Grain    int     // 0: chosen while it runs
	Workers  int     // at most; 0: no limit
	Kind     uintptr // loops of one kind cost about the same for each index
	Body     func(p *Part)
	Halt     *atomic.Bool // of all pieces of a loop, where a race build cuts it (internal/pieces); else nil
}

// Begin begins a loop that is not empty, above the frames that the caller's stack s has in
// use, and returns the maker's part. The caller runs the body on the part, again as long as
// More says so, and then calls End.
//
// NOT: run the body here. Each function between the loop and its body is a line of every
// profile, on top of which users look for their own.
func Begin(s Place, c LoopConfig) *Part {
	on := Of(s.Worker())
	c.Grain = on.worker.Watch.Grain(c.Grain, c.To-c.From)
	l := on.newLoop(c)
	l.Help = on.help(l)
	if l.Who == cost.Streak {
		on.worker.Crew.Streak.Store(true) // ORDER: before the post that wakes; who wakes for other work may take it
	}
	l.first.cursor.Expect(l.Quick / 2)
	l.first.cursor.Alone = l.Who == cost.Nobody
	p := &l.first
	p.outer, p.place, p.base = on.innermost.Load(), s, s.Base()
	p.tellLoop()
	on.goInto(p)
	return p
}

// help returns who helps with l, which is new, and how.
func (on *Loops) help(l *Loop) cost.Help {
	w, n := on.worker, l.To-l.From
	switch {
	case w.Apart(): // in a race build, where nobody comes to a branch
		return cost.Help{Who: cost.Nobody}
	case l.Grain > 0 || w.Crew.Watch.Director != nil: // whoever gives the grain says that each chunk is worth a worker
		return cost.Help{Who: cost.Thieves}
	case n == 1:
		return cost.Help{Who: cost.Nobody}
	}
	alone := l.Workers == 1 || w.Crew.Size.Load() <= 1
	return on.past.Begin(&l.cost, l.Kind, n, l.first.cursor.Begun(), alone)
}

// newLoop returns a loop whose indices are all in its first part, which nobody
// else knows yet.
func (on *Loops) newLoop(c LoopConfig) *Loop {
	l, w := on.free, on.worker
	on.free = nil
	if l == nil {
		l = &Loop{maker: w}
		l.first.loop, l.first.worker, l.first.on = l, w, on
	}
	l.LoopConfig, l.job, l.cost, l.over = c, w.Job, cost.Loop{}, false
	l.use++
	l.tally.Init(w.Crew.Workers())
	// ORDER: no thief takes part before l is shown, here and in the next line; a late request
	// for the loop that was here before only asks.
	l.left.Store(int64(c.To - c.From))
	if c.Workers > 0 {
		l.room.Store(int64(c.Workers - 1))
	}
	if l.state.Load() != crew.Pending {
		l.state.Store(crew.Pending) // ORDER: as left
	}
	l.first.hidden = true
	l.first.cursor.Init(c.From, c.To, c.Grain)
	if d := w.Crew.Watch.Director; d != nil && c.Grain == 0 {
		l.first.cursor.SetChunk(d.Chunk()) // by no clock
	}
	return l
}

// freeLoop keeps a loop for the next one if no thief that searches has ever seen it. Those that it was
// dealt to have left it: state says so.
func (on *Loops) freeLoop(l *Loop) {
	if !l.seen.Load() && !l.stopped.Load() {
		l.Body, l.job, l.first.outer, l.first.place = nil, nil, nil, nil
		on.free = l
		l.checkUnknown()
	}
}

// More goes on after the body has returned from the maker's part: what it left is dropped, and
// the part gets what can be stolen of the other workers' parts. False means that nothing can.
func (p *Part) More() bool {
	if l := p.loop; l.cost.Learns() {
		p.on.past.Returned(&l.cost, p.cursor.Begun(), clock.Now())
	}
	p.loop.end(p)
	return p.refill()
}

// End ends the loop for its maker: it waits until all of it is over, and goes on with its
// failure. If the body did not return, normal is false, and the panic goes on by itself.
func (p *Part) End(normal bool) {
	l, on := p.loop, p.on
	if !normal {
		l.fail(nil)
	}
	p.drop()
	l.end(p)
	p.leave()
	if !normal {
		p.worker.Reclaim() // what the body left behind when it panicked
	}
	l.pieces.Home(&p.worker.Strand, p.piece)
	if p.worker.Watch.Follows() {
		p.dropHanded()
	}
	if !l.over {
		p.watch.End(watch.Finish, l.number, p.reached())
		p.worker.Await(&l.state)
	}
	p.watch.End(watch.Finished, l.number, p.reached())
	p.worker.Watch.Notes.LoopEnds(l.event, l.stopped.Load())
	if !normal || l.failure != nil && l.failure.Cancelled() { // the end of the run hides neither
		p.worker.Lose(l.failure)
		p.worker.Lose(l.lost)
	}
	if !normal {
		return
	}
	failure := l.failure
	if l.cost.Learns() && failure == nil {
		on.past.End(&l.cost, l.To-l.From, l.Who, clock.Now)
	}
	if failure == nil {
		l.pieces.Merge(&on.worker.Strand) // user code
	}
	on.freeLoop(l)
	on.worker.Raise(failure)
}

// end counts what a worker took as over, the rest of its part included. It
// reports whether that ended the loop.
func (l *Loop) end(p *Part) (last bool) {
	p.cursor.Drop()
	n := p.cursor.Settle()
	if p == &l.first {
		l.cost.Ran += n
	} else {
		n = l.tally.Leave(p.worker.ID, n)
	}
	if n == 0 {
		return false
	}
	// ORDER: after all that the indices did, and before the maker returns (L2).
	left := l.left.Add(-int64(n))
	l.checkLeft(left, p)
	if left == 0 && p == &l.first {
		l.over = true
	}
	p.worker.Crew.Watch.Steals.Changed()
	return left == 0
}

// stop says whether a loop has failed, and why: doc.go has how that ends it.
type stop struct {
	stopped atomic.Bool
	again   atomic.Bool   // a panic came after that: lost
	failure *crew.Failure // the one that stopped it
	lost    *crew.Failure
}

// fail notes that a worker has failed. The first to come is the reason, and is told so.
func (s *stop) fail(f *crew.Failure) (first bool) {
	// ORDER: the flag, then the requests: an owner opens its limit before it
	// looks at the flag, so it sees the flag, or its next step sees the request.
	// The reason before the indices are counted as over, after which it is read.
	if s.stopped.CompareAndSwap(false, true) {
		s.failure = f
		return true
	}
	if f != nil && f != crew.Exited && !f.Cancelled() && s.again.CompareAndSwap(false, true) {
		s.lost = f // ORDER: before end counts its indices as over, after which the maker reads it
	}
	return false
}

// fail lets no worker begin another index, and says why.
func (l *Loop) fail(f *crew.Failure) {
	if l.stop.fail(f) {
		for w := range l.maker.Crew.All.Each {
			Of(w).Ask(true) // a part may be hidden
		}
	}
}

// enter reports whether one more worker may take part.
func (l *Loop) enter() bool {
	if l.Workers == 0 {
		return true
	}
	for n := l.room.Load(); n > 0; n = l.room.Load() {
		if l.room.CompareAndSwap(n, n-1) { // ORDER: against leave's Add, which comes after that worker's part is empty
			return true
		}
	}
	return false
}

// leave makes room for another worker: the caller itself looks for work next.
func (l *Loop) leave() {
	if l.Workers > 0 {
		l.room.Add(1) // ORDER: against enter's CAS; before this the caller's part was empty
	}
}
