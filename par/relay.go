package par

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua"
)

// relay hands the values of an iterator from the caller, who runs the iterator,
// to helpers: tasks of a scope that take batches of values, oldest first, and
// end when there is none. A batch runs as a loop, so its rest can be stolen.
//
// No wait can be for ever: the caller waits for a batch only if somebody has
// taken it, and takes it itself if nobody has. So a helper that never gets a
// worker holds nobody up, on a pool of any size and at any depth of nesting.
type relay[E, R any] struct {
	s     settings
	wraps bool // s.wraps, before its place was resolved
	f     any
	each  func(b *batch[E, R], i int) bool // runs one value; false: no more
	broke func()                           // tells bodies that one did not return; may be nil
	reuse bool                             // a batch that has run is of no more use
	scope *skua.Scope
	help  func(w *skua.Worker) error // r.helper
	most  int                        // helpers at a time
	ahead int                        // batches that may be offered and not used up
	given int                        // values offered so far; the caller's
	wake  chan struct{}

	mu      sync.Mutex
	ready   []*batch[E, R] // that nobody has taken, oldest first
	spare   []*batch[E, R]
	size    int // of new batches
	helpers int
	awaited *batch[E, R] // the caller waits for it
	stopped bool         // nothing is taken any more
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
	lookAhead = 4                      // batches for each worker: arbitrary
	batchMost = 1024                   // values: arbitrary
	batchTime = 200 * time.Microsecond // below it batches grow, above four times of it they shrink
)

func newRelay[E, R any](s settings, f any, each func(b *batch[E, R], i int) bool) *relay[E, R] {
	wraps, most := s.wraps(), s.crew()-1
	s.place = s.at()
	r := &relay[E, R]{s: s, wraps: wraps, most: most, f: f, each: each, size: max(s.grain, 1), wake: make(chan struct{}, 1)}
	r.scope = skua.NewScope(context.Background(), s.place)
	r.help = r.helper
	r.ahead = max(1, lookAhead*r.most)
	return r
}

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

// offer lets helpers take b. It returns how many batches wait to be taken, or
// false if nothing runs any more.
func (r *relay[E, R]) offer(b *batch[E, R]) (waiting int, ok bool) {
	b.first, b.good = r.given, len(b.in)
	r.given += len(b.in)
	b.out = slices.Grow(b.out, len(b.in))[:len(b.in)]
	waiting, call, ok := r.enqueue(b)
	if call {
		r.scope.Go(r.help)
	}
	return waiting, ok
}

func (r *relay[E, R]) enqueue(b *batch[E, R]) (waiting int, call, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return 0, false, false
	}
	r.ready = append(r.ready, b)
	if call = r.helpers < r.most; call {
		r.helpers++
	}
	return len(r.ready), call, true
}

// claim returns the oldest batch that nobody has taken, or nil if there are no
// more than keep: then a helper that asks is one no more.
func (r *relay[E, R]) claim(helper bool, keep int) *batch[E, R] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || len(r.ready) <= keep {
		if helper {
			r.helpers--
		}
		return nil
	}
	b := r.ready[0]
	r.ready = slices.Delete(r.ready, 0, 1)
	return b
}

// await returns when b has run. It reports false if a body did not return.
func (r *relay[E, R]) await(b *batch[E, R]) bool {
	for {
		r.mu.Lock()
		done, idle := b.done, len(r.ready) == 0 || r.stopped
		if !done && idle {
			r.awaited = b
		}
		r.mu.Unlock()
		switch {
		case done:
			return !b.broken
		case idle: // so somebody has b
			skua.Blocking(r.s.place, func() { <-r.wake })
		default:
			r.drain(b, 0)
		}
	}
}

func (r *relay[E, R]) ended(b *batch[E, R]) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return b.done
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
	switch {
	case r.s.grain > 0 || b.size != r.size || len(b.in) < b.size:
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
