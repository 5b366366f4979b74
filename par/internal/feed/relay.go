package feed

import (
	"context"
	"math"
	"reflect"
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
//	    that it runs over it, touch in and out. Before, only who closes it does, and after, only
//	    the caller. The reader fills slots behind in.
//	R3  coming counts the helpers that were called and have not begun, helpers those that
//	    have begun and not left. With the caller, if busy, they are limit at most.
//	R4  waiting says that the caller receives from wake, or is about to, and that nobody has sent
//	    yet; full says the same of the reader and space. Both channels have room for one, so nobody
//	    blocks who sends.
//	R5  If the caller waits, a batch is claimed and not done, or a helper is called and the timer set, or
//	    no batch is offered; and none of order is done that the caller could take.
//	R6  stopped is never taken back. Once it is set no batch is offered or claimed and no helper
//	    is called.
type relay[E, R any] struct {
	*Feed[E, R]
	caught  call.Caught                // of the helpers
	scope   *skua.Scope                // of the helpers
	drop    func()                     // ends the scope's context: helpers do not begin; or nil
	help    func(w *skua.Worker) error // r.helper
	workers int                        // helpers that have a worker each while no call waits
	limit   int                        // runners at a time, at most
	wake    chan struct{}              // the caller
	space   chan struct{}              // the reader
	timer   *time.Timer                // runs look; nil: it was not needed yet
	ticks   *time.Timer                // of a caller that waits; likewise
	beside  bool                       // the reader is not the caller
	outside *skua.Pool                 // where calls run; nil if the caller is in a task
	began   time.Duration              // by call.Clock

	leaveLine func()     // ends line
	calling   sync.Mutex // of what is called from outside of the scope
	closed    bool       // nothing may be called from there any more; under calling
	mu        sync.Mutex
	open      *batch[E, R] // that the reader fills; only the reader writes it
	ready     []*batch[E, R]
	order     []*batch[E, R] // whose results come out next: offered, or with AsReady done
	spare     []*batch[E, R] // empty ones, to be used again
	offered   int            // batches that were offered and are not used up
	running   int            // batches that are claimed and not done
	ran       int            // batches that are done
	given     int            // values that were offered, or have run before
	size      int            // of new batches
	hold      int            // full batches before size may grow
	holds     int            // hold after the next pause
	coming    int
	helpers   int
	most      int           // helpers that may be called while the caller reads, or could run batches itself
	busy      bool          // the caller runs batches
	entered   int           // helpers that have begun
	short     bool          // no worker comes for a helper
	packed    bool          // nor will one soon
	since     time.Duration // when short was set, by call.Clock
	grown     bool          // the first microseconds are over, in which no helper is called
	slow      bool          // a value was seen to be worth waking a worker for
	watch     watch[E, R]
	line      context.Context // with which the caller stands in line, if it ever has
	lining    bool            // it stands there
	looks     int             // of mostLooks; the caller's
	waiting   bool
	full      bool
	ended     bool // the sequence has
	stopped   bool
	expired   bool // the call's context has ended, and the caller waits for the helpers
}

const (
	lookAhead = 4                      // batches for each helper: arbitrary
	batchMost = 1024                   // values: arbitrary
	batchTime = 200 * time.Microsecond // below it batches grow, above four times of it they shrink
)

// mostSlots returns how many values a batch has at most: by then they take a megabyte, which is
// made at once.
func mostSlots[E any]() int {
	const most = 1 << 20
	return max(batchMost, most/max(1, int(reflect.TypeFor[E]().Size())))
}

// newRelay returns a relay for the values of f from the given-th on. begin comes next.
func newRelay[E, R any](f *Feed[E, R], given int) *relay[E, R] {
	wraps := f.Set.Wraps()
	f.Set.Place = f.Set.At()
	r := &relay[E, R]{Feed: f, caught: call.Caught{Wraps: wraps}, given: given, limit: math.MaxInt,
		size: min(max(f.Set.Grain, 1), mostSlots[E]()), holds: 1, began: call.Clock(), grown: call.Reduces(),
		wake: make(chan struct{}, 1), space: make(chan struct{}, 1)}
	r.outside = outside(f.Set.Place)
	r.workers = max(1, f.Set.Crew()-1)
	r.most = r.workers
	if f.Set.Workers > 0 {
		r.limit = f.Set.Workers
		r.workers, r.most = min(r.workers, r.limit), r.limit
	}
	ctx := context.Background()
	if f.Set.Line != nil {
		ctx, r.drop = context.WithCancel(ctx)
	}
	r.scope = skua.NewScope(ctx, f.Set.Place)
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
func (r *relay[E, R]) ahead() int { return lookAhead * max(r.most, r.helpers) }

// begin opens a batch, and reports whether anything is run still. The reader's.
func (r *relay[E, R]) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return false
	}
	var b *batch[E, R]
	if n := len(r.spare); n > 0 {
		b, r.spare = r.spare[n-1], r.spare[:n-1]
	} else {
		b = new(batch[E, R])
		b.body = func(p *skua.Part) { r.part(b, p) }
	}
	b.slots = slices.Grow(b.slots[:0], r.size)[:r.size]
	b.n, b.done, b.broken = 0, false, false
	b.word.Store(0) // ORDER: none: nobody else knows b yet
	r.open = b
	if r.size > 1 {
		r.arm()
	}
	return true
}

// push adds a value, and reports whether the sequence is to go on. The reader's.
func (r *relay[E, R]) push(v E) bool {
	b := r.open
	n := b.n
	b.slots[n] = v
	b.n = n + 1
	switch {
	case n+1 == len(b.slots):
		if r.offer(b) {
			return r.room() && r.begin()
		}
	// ORDER: publishes v to close, on whichever goroutine
	case b.word.Add(1) > 0:
		return true
	}
	// b was closed without v
	clear(b.slots[n : n+1])
	if !r.begin() {
		return r.room()
	}
	return r.push(v)
}

// offer closes b, which is full, and lets helpers claim it. It reports false if b was closed before,
// without its last value.
func (r *relay[E, R]) offer(b *batch[E, R]) bool {
	if b.close() < 0 {
		return false
	}
	call := false
	r.mu.Lock()
	if !r.stopped {
		call = r.enqueue(b, len(b.slots))
	}
	r.open = nil
	r.mu.Unlock()
	if call {
		r.summon()
	}
	return true
}

// enqueue lets b be claimed, with n values, and reports whether who enqueues is to call a helper.
// Under mu.
func (r *relay[E, R]) enqueue(b *batch[E, R], n int) (call bool) {
	b.in, b.first, b.good = b.slots[:n], r.given, n
	r.given += n
	r.ready = append(r.ready, b)
	r.offered++
	if r.Yield != nil && !r.Set.AsReady {
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
func (r *relay[E, R]) end() {
	r.mu.Lock()
	b := r.open
	call := b != nil && !r.stopped && b.n > 0 && b.close() > 0 && r.enqueue(b, b.n)
	r.open, r.ended = nil, true
	r.wakeCaller()
	r.mu.Unlock()
	if call {
		r.summon()
	}
}

// summon calls a helper, on whichever goroutine but a helper's. Without results the last one that
// is called may come too late: then nothing is claimed any more.
func (r *relay[E, R]) summon() {
	r.calling.Lock()
	defer r.calling.Unlock()
	if !r.closed {
		r.scope.Go(r.help)
	}
}

// claim returns the oldest batch that is ready, or nil if there are keep or fewer, or the caller claims
// and should not take part. It reports whether the claimer is to call a helper.
func (r *relay[E, R]) claim(keep int, caller bool) (b *batch[E, R], call bool) {
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
func (r *relay[E, R]) wakeCaller() {
	if r.waiting {
		r.waiting = false
		r.wake <- struct{}{}
	}
}

// wakeReader wakes the reader if it waits for room and there is. Under mu.
func (r *relay[E, R]) wakeReader() {
	if r.full && (r.offered < r.ahead() || r.stopped) {
		r.full = false
		r.space <- struct{}{}
	}
}

// room returns when there is room for a batch, and reports whether any more are wanted. The reader's.
func (r *relay[E, R]) room() bool {
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
