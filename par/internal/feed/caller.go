package feed

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/skua-go/skua"
)

// What the caller does next.
type step int

const (
	yields     step = iota // a batch whose results are next
	runs                   // batches that nobody has claimed
	runsAlone              // one of those, in the first microseconds
	summons                // a helper for them
	waits                  // for what another goroutine does
	waitsAlone             // in the first microseconds
	goesOn                 // reads more values
	ends
)

// mostLooks is how often the caller looks for what comes next, in the first microseconds, before it
// sleeps. Arbitrary: it only has to end where the clock stands still.
const mostLooks = 100

// settle yields what is ready, and runs batches that nobody has claimed. If more values follow it
// returns true when there is room for them and nothing is ready, and else when all is done. It
// returns false when the range was left, after a value without a result, or when a call of the
// user's function did not return.
//
// No wait is for ever: R5.
func (r *relay) settle(more bool) bool {
	for {
		switch next, b := r.next(more); next {
		case yields:
			if !r.yield(b) {
				return false
			}
		case runs:
			r.drain(more)
		case runsAlone:
			r.runAlone()
		case summons:
			r.summon()
		case waitsAlone:
			runtime.Gosched() // the reader is quick, or soon the time is over
		case waits:
			skua.Blocking(r.set.Place, r.await)
		default:
			return next == goesOn
		}
	}
}

// await waits until the caller is woken. If the run of the task in which it is was cancelled, it unwinds.
func (r *relay) await() {
	pause := 10 * time.Millisecond
	if r.ticks == nil {
		r.ticks = time.NewTimer(pause)
	} else {
		r.ticks.Reset(pause)
	}
	defer r.ticks.Stop()
	for {
		select {
		case <-r.wake:
			return
		case <-r.ticks.C:
			skua.Poll(skua.Here())
			pause = min(2*pause, time.Second)
			r.ticks.Reset(pause)
		}
	}
}

// next returns what the caller does next, and the batch to yield.
func (r *relay) next(more bool) (step, *batch) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.yields():
		b := r.order[0]
		r.order = slices.Delete(r.order, 0, 1)
		return yields, b
	case r.stopped && (!r.results || r.running == 0):
		return ends, nil
	case more && !r.stopped && r.backlog() < r.ahead():
		return goesOn, nil
	case len(r.ready) > 0 && !r.stopped && r.helpers < r.limit:
		if !r.late() {
			return runsAlone, nil
		}
		if r.takesPart() {
			return runs, nil
		}
		if r.calls() {
			return summons, nil
		}
		r.arm()
	case !more && r.ended && (r.offered == 0 || !r.results && len(r.ready) == 0):
		return ends, nil // close waits for batches without results
	}
	if r.looks < mostLooks && !r.late() { // in a bubble no time passes while it looks
		r.looks++
		return waitsAlone, nil
	}
	r.waiting = true
	return waits, nil
}

// yield yields the results of b, and reports whether more may follow.
func (r *relay) yield(b *batch) bool {
	if b.broken || !b.useUp() || b.good < b.count {
		return false
	}
	r.mu.Lock()
	full := r.full
	r.give(b)
	full = full && !r.full
	r.mu.Unlock()
	if full {
		runtime.Gosched() // to the reader, or the others would run out of batches before it comes
	}
	return true
}

// drain makes the caller run batches, as long as some are ready and it has no reason to do
// something else. If there are no results it runs half of what is ready at once.
func (r *relay) drain(more bool) {
	set := r.set
	set.Workers, set.Grain = 1, 0
	keep := 0
	if more && !r.results {
		keep = lookAhead * r.workers / 2
	}
	set.Line = r.getInLine()
	inside := false
	set.Loop(1, nil, func(p *skua.Part) {
		inside = true
		if !r.becomeBusy() {
			return
		}
		defer r.rest()
		for {
			b, call := r.claim(keep, true)
			if call {
				r.summon()
			}
			if b == nil {
				return
			}
			r.run(b, p.Worker())
			if r.satisfied(more) {
				return
			}
		}
	})
	if !inside {
		r.outOfLine()
	}
}

// getInLine returns the context with which the caller stands in line: it ends when a batch has
// ended that may be next. For what keeps the others inside may be that the caller yields its
// results.
func (r *relay) getInLine() context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.line == nil {
		from := r.set.Line
		if from == nil {
			from = context.Background()
		}
		r.line, r.leaveLine = context.WithCancel(from)
	}
	r.lining = true
	if len(r.ready) == 0 || r.stopped || r.yields() { // since the caller has looked last
		r.leaveLine()
	}
	return r.line
}

// takesPart reports whether the caller runs the next batch while a reader beside it reads: if the
// values have been so quick that there are several in a batch, or no worker comes for it and its call
// keeps no result of others. That is so if it is the next to come out, and with AsReady, where any other
// may be, if no other is on its way and no worker may yet come, as the pool has none to spare. Under mu.
//
// NOT: short alone. A worker that came late ran a value while the caller took the next one, which
// lasted.
func (r *relay) takesPart() bool {
	switch {
	case !r.beside || r.size > 1 && r.set.Grain == 0 && !r.slow:
		return true
	case !r.short || len(r.ready) == 0:
		return false
	case r.set.AsReady:
		return r.packed && r.running == 0 && len(r.order) == 0
	}
	return r.ready[0] == r.order[0]
}

// yields reports whether the results of a batch are next. Under mu.
func (r *relay) yields() bool { return len(r.order) > 0 && r.order[0].done }

// outOfLine is called when the caller has left the line. If the call's own context has ended that
// stops all.
func (r *relay) outOfLine() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.line, r.lining = nil, false
	if r.set.Line != nil && r.set.Line.Err() != nil {
		r.fails.Cut(r.set.Line)
		r.stopped = true
	}
}

// becomeBusy says that the caller runs batches from now on, unless as many run some as may.
func (r *relay) becomeBusy() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lining, r.busy = false, r.helpers < r.limit
	return r.busy
}

// rest says that the caller runs no batches any longer.
func (r *relay) rest() {
	r.mu.Lock()
	r.busy = false
	call := r.calls()
	r.unlock(call)
}

// satisfied reports whether the caller has something better to do than to run more batches.
func (r *relay) satisfied(more bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.yields() || more && r.results && r.offered < r.ahead()
}

// backlog returns how many batches are too many if there are ahead of them. Under mu.
func (r *relay) backlog() int {
	if !r.results {
		return len(r.ready)
	}
	return r.offered
}
