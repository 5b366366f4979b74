package feed

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// relay hands the values of a sequence from its reader to helpers, tasks of a scope that run
// batches of values, and their results to the caller. The protocol is in the package's comment.
//
// Invariants; they hold whenever mu is free:
//
//	R1  ready holds the batches that were offered and not claimed, oldest first: a suffix
//	    of all that were offered.
//	R2  Between claim and finish only the goroutine that claimed a batch, and the loop
//	    that it runs over it, touch its values and results. Before, only who closes it does, and
//	    after, only the caller. The reader fills slots behind those values.
//	R3  coming counts the helpers that were called and have not begun, helpers those that
//	    have begun and not left. With the caller, if busy, they are limit at most.
//	R4  waiting says that the caller receives from wake, or is about to, and that nobody has sent
//	    yet; full says the same of the reader and space. Both channels have room for one, so nobody
//	    blocks who sends.
//	R5  If the caller waits, a batch is claimed and not done, or a helper is called and the timer set, or
//	    no batch is offered; and none of order is done that the caller could take.
//	R6  stopped is never taken back. Once it is set no batch is offered or claimed and no helper
//	    is called.
type relay struct {
	// Constant while helpers know the relay.
	terms
	fresh   func() *batch              // makes one, without slots
	scope   *skua.Scope                // of the helpers
	drop    func()                     // ends the scope's context: helpers do not begin; or nil
	help    func(w *skua.Worker) error // r.helper
	workers int                        // helpers that have a worker each while no call waits
	limit   int                        // runners at a time, at most
	wake    chan struct{}              // the caller
	space   chan struct{}              // the reader
	beside  bool                       // the reader is not the caller
	outside *skua.Pool                 // where calls run; nil if the caller is in a task
	began   time.Duration              // by call.Clock

	// The caller's.
	looks int         // of mostLooks
	ticks *time.Timer // while it waits; nil: it was not needed yet

	caught  call.Caught // of the helpers, which write it
	calling sync.Mutex  // of what is called from outside of the scope
	closed  bool        // nothing may be called from there any more; under calling

	// All that follows is under mu. First the batches: who reads fills the open one and offers it, who runs
	// one claims it, and the caller takes what comes out.
	mu      sync.Mutex
	open    *batch // that the reader fills; only the reader writes it
	ready   []*batch
	order   []*batch // whose results come out next: offered, or with AsReady done
	spare   []*batch // empty ones, to be used again
	offered int      // batches that were offered and are not used up
	running int      // batches that are claimed and not done
	ran     int      // batches that are done
	given   int      // values that were offered, or have run before
	size    int      // of new batches
	hold    int      // full batches before size may grow
	holds   int      // hold after the next pause

	// How many run batches. A helper writes when it begins and leaves, and whoever calls one.
	coming  int
	helpers int
	most    int           // helpers that may be called while the caller reads, or could run batches itself
	busy    bool          // the caller runs batches
	entered int           // helpers that have begun
	short   bool          // no worker comes for a helper
	packed  bool          // nor will one soon
	since   time.Duration // when short was set, by call.Clock
	grown   bool          // the first microseconds are over, in which no helper is called
	slow    bool          // a value was seen to be worth waking a worker for
	timer   *time.Timer   // runs look; nil: it was not needed yet
	watch   watch         // what look saw last

	// Who waits: each of them writes its own, and the one that wakes it.
	waiting   bool
	full      bool
	lining    bool            // the caller stands in line
	line      context.Context // with which it does, if it ever has
	leaveLine func()          // ends line

	// The end.
	ended   bool // the sequence has
	stopped bool
	expired bool // the call's context has ended, and the caller waits for the helpers
}

const (
	lookAhead = 4                      // batches for each helper: arbitrary
	batchMost = 1024                   // values: arbitrary
	batchTime = 200 * time.Microsecond // below it batches grow, above four times of it they shrink
)

// mostSlots returns how many values of so many bytes a batch has at most: by then they take a megabyte,
// which is made at once.
func mostSlots(bytes int) int {
	const most = 1 << 20
	return max(batchMost, most/max(1, bytes))
}

// newRelay returns a relay for values of so many bytes, from the given-th on. begin comes next.
func newRelay(t terms, given, bytes int, fresh func() *batch) *relay {
	wraps := t.set.Wraps()
	t.set.Place = t.set.At()
	r := &relay{terms: t, fresh: fresh, caught: call.Caught{Wraps: wraps}, given: given, limit: math.MaxInt,
		size: min(max(t.set.Grain, 1), mostSlots(bytes)), holds: 1, began: call.Clock(), grown: call.Reduces(),
		wake: make(chan struct{}, 1), space: make(chan struct{}, 1)}
	r.outside = outside(t.set.Place)
	r.workers = max(1, t.set.Crew()-1)
	r.most = r.workers
	if t.set.Workers > 0 {
		r.limit = t.set.Workers
		r.workers, r.most = min(r.workers, r.limit), r.limit
	}
	ctx := context.Background()
	if t.set.Line != nil {
		ctx, r.drop = context.WithCancel(ctx)
	}
	r.scope = skua.NewScope(ctx, t.set.Place)
	r.help = r.helper
	return r
}

// outside returns the pool of a place, or nil if that is where the calling goroutine is in a task.
func outside(p skua.Place) *skua.Pool {
	type here interface{ Outside() *skua.Pool }
	switch p := p.(type) {
	case *skua.Pool:
		return p
	case here:
		return p.Outside()
	}
	return nil
}

// ahead returns how many batches may be offered and not used up. Under mu.
func (r *relay) ahead() int { return lookAhead * max(r.most, r.helpers) }

// begin opens a batch and returns it, or nil if nothing is run any more. The reader's.
func (r *relay) begin() *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return nil
	}
	var b *batch
	if n := len(r.spare); n > 0 {
		b, r.spare = r.spare[n-1], r.spare[:n-1]
	} else {
		b = r.fresh()
		b.body = func(p *skua.Part) {
			if p.Next() {
				r.stretch(b, p.Index(), p)
			}
		}
	}
	b.size, b.done, b.broken = r.size, false, false
	b.word.Store(0) // ORDER: none: nobody else knows b yet
	r.open = b
	if r.size > 1 {
		r.arm()
	}
	return b
}

// offer closes b, which is full, and lets helpers claim it. It reports false if b was closed before,
// without its last value.
func (r *relay) offer(b *batch) bool {
	if b.close() < 0 {
		return false
	}
	call := false
	r.mu.Lock()
	if !r.stopped {
		call = r.enqueue(b, b.size)
	}
	r.open = nil
	r.unlock(call)
	return true
}

// enqueue lets b be claimed, with n values, and reports whether who enqueues is to call a helper.
// Under mu.
func (r *relay) enqueue(b *batch, n int) (call bool) {
	b.count, b.first, b.good = n, r.given, n
	r.given += n
	r.ready = append(r.ready, b)
	r.offered++
	if r.results && !r.set.AsReady {
		r.order = append(r.order, b)
	}
	soon := r.offered == 1 && r.waiting && r.takesPart() // a caller that has nothing else to do is woken sooner
	if call = !soon && r.calls(); !call {
		r.wakeCaller()
	}
	if !call || r.beside {
		r.arm()
	}
	return call
}

// end offers what is left, and says that no value follows. The reader's, and the last that it does.
func (r *relay) end() {
	r.mu.Lock()
	call := false
	if r.open != nil && !r.stopped {
		n := r.open.close()
		call = n > 0 && r.enqueue(r.open, n)
	}
	r.open, r.ended = nil, true
	r.over()
	r.wakeCaller()
	r.unlock(call)
}

// unlock frees mu, and then calls a helper if call says so. No helper's.
func (r *relay) unlock(call bool) {
	r.mu.Unlock()
	if call {
		r.summon()
	}
}

// summon calls a helper, on whichever goroutine but a helper's. Without results the last one that
// is called may come too late: then nothing is claimed any more.
func (r *relay) summon() {
	r.calling.Lock()
	defer r.calling.Unlock()
	if !r.closed {
		r.scope.Go(r.help)
	}
}

// claim returns the oldest batch that is ready, or nil if there are keep or fewer, or the caller claims
// and should not take part. It reports whether the claimer is to call a helper.
func (r *relay) claim(keep int, caller bool) (b *batch, call bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || len(r.ready) <= keep || caller && r.late() && !r.takesPart() {
		return nil, false
	}
	b = r.ready[0]
	r.ready = slices.Delete(r.ready, 0, 1)
	r.running++
	if call = r.calls(); !call && len(r.ready) > 0 {
		r.arm()
	}
	return b, call
}

// wakeCaller wakes the caller if it waits. Under mu.
func (r *relay) wakeCaller() {
	if r.waiting {
		r.waiting = false
		r.wake <- struct{}{}
	}
}

// wakeReader wakes the reader if it waits for room and there is. Under mu.
func (r *relay) wakeReader() {
	if r.full && (r.offered < r.ahead() || r.stopped) {
		r.full = false
		r.space <- struct{}{}
	}
}

// room returns when there is room for a batch, and reports whether any more are wanted. The reader's.
func (r *relay) room() bool {
	if !r.beside {
		return r.settle(true)
	}
	r.mu.Lock()
	r.full = r.offered >= r.ahead() && !r.stopped
	full, stopped := r.full, r.stopped
	r.mu.Unlock()
	if full {
		<-r.space
	}
	return !stopped
}
