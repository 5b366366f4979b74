package par

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// relay hands the values of an iterator from the caller, who runs the iterator,
// to helpers: tasks of a scope that take batches of values, oldest first, and
// end when there is none. A batch runs as a loop, so its rest can be stolen.
//
// No wait can be for ever: the caller waits for a batch only if somebody has
// taken it, and takes it itself if nobody has. So a helper that never gets a
// worker holds nobody up, on a pool of any size and at any depth of nesting.
//
// How many helpers there are follows the pool. While the caller reads there is one
// for each worker but the caller's: more would take its processor. While it runs a
// batch itself, one helper more is on its way as long as batches are ready. The pool
// has a worker for it only if another waits, in Blocking for example: so a helper that
// begins then raises the number for good, and calls the next. How far the caller is
// ahead follows that number.
type relay[E, R any] struct {
	s     call.Settings
	wraps bool // s.wraps, before its place was resolved
	f     any
	each  func(b *batch[E, R], i int) bool // runs one value; false: no more
	broke func()                           // tells bodies that one did not return; may be nil
	reuse bool                             // a batch that has run is of no more use
	scope *skua.Scope
	help  func(w *skua.Worker) error // r.helper
	base  int                        // helpers for each of which there is a worker when nobody waits
	limit int                        // helpers at a time, at most
	given int                        // values offered so far; the caller's
	wake  chan struct{}

	mu      sync.Mutex
	ready   []*batch[E, R] // that nobody has taken, oldest first
	spare   []*batch[E, R]
	size    int          // of new batches
	coming  int          // helpers that were called and have not begun
	helpers int          // that have begun
	most    int          // helpers that may be called while the caller reads
	down    bool         // the caller runs batches
	long    bool         // a value was seen to be worth waking a worker for
	awaited *batch[E, R] // the caller waits for it
	stopped bool         // nothing is taken any more
	caught  any          // what the caller is to panic with, since a helper's body has
}

// batch is a row of values, and their results.
type batch[E, R any] struct {
	in     []E
	out    []R
	first  int // the index of in[0]
	size   int // values that make it full
	body   func(p *skua.Part)
	good   int  // the results out[:good] hold; under mu until done
	done   bool // under mu
	broken bool // a body did not return; under mu
}

const (
	lookAhead = 4                      // batches for each helper: arbitrary
	batchMost = 1024                   // values: arbitrary
	batchTime = 200 * time.Microsecond // below it batches grow, above four times of it they shrink
)

// newRelay returns a relay for what follows on c.
func newRelay[E, R any](c *calm, f any, each func(b *batch[E, R], i int) bool) *relay[E, R] {
	s := c.s
	wraps, limit := s.Wraps(), math.MaxInt
	s.Place = s.At()
	base := s.Crew() - 1
	most := base
	if s.Workers > 0 {
		limit = s.Workers - 1
		base, most = min(base, limit), limit
	}
	r := &relay[E, R]{s: s, wraps: wraps, base: base, limit: limit, most: most, long: c.long(),
		f: f, each: each, size: max(s.Grain, 1), wake: make(chan struct{}, 1)}
	r.scope = skua.NewScope(context.Background(), s.Place)
	r.help = r.helper
	return r
}

// ahead returns how many batches may be offered and not used up. Under mu.
func (r *relay[E, R]) ahead() int { return max(1, lookAhead*r.most) }

// take returns an empty batch.
func (r *relay[E, R]) take() *batch[E, R] {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b *batch[E, R]
	if n := len(r.spare); n > 0 {
		b, r.spare = r.spare[n-1], r.spare[:n-1]
	} else {
		b = new(batch[E, R])
		b.body = func(p *skua.Part) { r.part(b, p) }
	}
	b.size, b.done = r.size, false
	return b
}

// add adds a value and reports whether b is full now.
func (b *batch[E, R]) add(v E) bool {
	b.in = append(b.in, v)
	return len(b.in) >= b.size
}

// give takes a batch back that the caller has used up.
func (r *relay[E, R]) give(b *batch[E, R]) {
	clear(b.in)
	clear(b.out)
	b.in, b.out = b.in[:0], b.out[:0]
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spare = append(r.spare, b)
}

// offer lets helpers take b, and returns false if nothing runs any more. If so many
// batches wait to be taken that the caller should run all but keep, that is not negative.
func (r *relay[E, R]) offer(b *batch[E, R]) (keep int, ok bool) {
	b.first, b.good = r.given, len(b.in)
	r.given += len(b.in)
	b.out = slices.Grow(b.out, len(b.in))[:len(b.in)]
	keep, call, ok := r.enqueue(b)
	if call {
		r.scope.Go(r.help)
	}
	return keep, ok
}

func (r *relay[E, R]) enqueue(b *batch[E, R]) (keep int, call, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return -1, false, false
	}
	r.ready = append(r.ready, b)
	if keep = -1; len(r.ready) >= r.ahead() {
		keep = r.ahead() / 2
	}
	return keep, r.calls(), true
}

// calls reports whether one more helper is to be called, and counts it then. Under mu.
func (r *relay[E, R]) calls() bool {
	n := r.helpers + r.coming
	call := !r.stopped && len(r.ready) > r.coming && n < r.limit &&
		(n < r.most || r.down && r.long && r.coming == 0)
	if call {
		r.coming++
	}
	return call
}

// claim returns the oldest batch that nobody has taken, or nil if there are no
// more than keep, and reports whether the one who claims is to call a helper.
func (r *relay[E, R]) claim(keep int) (b *batch[E, R], call bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || len(r.ready) <= keep {
		return nil, false
	}
	b = r.ready[0]
	r.ready = slices.Delete(r.ready, 0, 1)
	return b, r.calls()
}

// begin counts a helper that has got a worker.
func (r *relay[E, R]) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.coming--
	r.helpers++
	if r.down && len(r.ready) > 0 {
		r.most = max(r.most, r.helpers)
	}
}

// leave reports whether a helper ends, which has run a batch or found none, and whether
// it calls another one in its place. Where there are more helpers than workers, each
// ends after a batch: then the pool decides who goes on.
func (r *relay[E, R]) leave(idle bool) (ends, call bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !idle && r.helpers <= r.base {
		return false, false
	}
	r.helpers--
	return true, r.calls()
}

// turns says that the caller runs batches from now on, or no longer.
func (r *relay[E, R]) turns(down bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.down = down
}

// What a wait for a batch comes to.
type outcome int

const (
	ran    outcome = iota // it has run
	roomy                 // it has not, but the caller may offer more
	broken                // a body did not return
)

// await returns when b has run, or when fewer batches than so many that are offered
// may be: 0 if the caller has none to offer.
func (r *relay[E, R]) await(b *batch[E, R], offered int) outcome {
	for {
		r.mu.Lock()
		done, idle := b.done, len(r.ready) == 0 || r.stopped
		more := offered > 0 && offered < r.ahead()
		if !done && !more && idle {
			r.awaited = b
		}
		r.mu.Unlock()
		switch {
		case done && b.broken:
			return broken
		case done:
			return ran
		case more:
			return roomy
		case idle: // so somebody has b
			skua.Blocking(r.s.Place, func() { <-r.wake })
		default:
			r.drain(b, 0, offered)
		}
	}
}

// satisfied reports whether the caller has no reason to run more batches: b has run, or
// there is room for more than so many that are offered.
func (r *relay[E, R]) satisfied(b *batch[E, R], offered int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return b != nil && b.done || offered > 0 && offered < r.ahead()
}

// finish records that b has run, in which time, and wakes the caller if it waits
// for that.
func (r *relay[E, R]) finish(b *batch[E, R], took time.Duration, returned bool) {
	if r.reuse && returned {
		defer r.give(b)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	b.done, b.broken = true, !returned
	r.stopped = r.stopped || !returned
	r.long = r.long || took > batchTime && (b.size == 1 || r.s.Grain > 0)
	switch {
	case r.s.Grain > 0 || b.size != r.size || len(b.in) < b.size:
	case took < batchTime && r.size < batchMost:
		r.size *= 2
	case took > 4*batchTime && r.size > 1:
		r.size /= 2
	}
	if r.awaited == b {
		r.awaited = nil
		r.wake <- struct{}{}
	}
}
