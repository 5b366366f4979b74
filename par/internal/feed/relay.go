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

// relay hands the values of a sequence from the caller, which reads it, to helpers: tasks of
// a scope that run batches of values. The protocol is in the package's comment.
//
// Invariants; those that speak of the fields below mu hold whenever mu is free:
//
//	R1  ready holds the batches that were offered and not claimed, oldest first: a suffix
//	    of all that were offered.
//	R2  Between claim and finish only the goroutine that claimed a batch, and the loop
//	    that it runs over it, touch in and out. Before and after, only the caller does.
//	R3  coming counts the helpers that were called and have not begun, helpers those that
//	    have begun and not left. Together they are limit at most.
//	R4  awaited is a batch that has been claimed and is not done, or nil, and only while the
//	    caller receives from wake, or is about to. So wake, which has room for one, never
//	    blocks finish.
//	    waiting takes its place with AsReady: a batch has been claimed and is not done, and
//	    done is empty.
//	R5  stopped is never taken back. Once it is set no batch is claimed and no helper is
//	    called.
type relay[E, R any] struct {
	*Feed[E, R]
	caught  call.Caught                // of the helpers
	open    *batch[E, R]               // that the caller fills; the caller's
	given   int                        // values that were offered, or have run before; the caller's
	scope   *skua.Scope                // of the helpers
	help    func(w *skua.Worker) error // r.helper
	workers int                        // helpers that have a worker each while no call waits
	limit   int                        // helpers at a time, at most
	wake    chan struct{}

	mu      sync.Mutex
	ready   []*batch[E, R]
	spare   []*batch[E, R] // empty ones, to be used again
	size    int            // of new batches
	coming  int
	helpers int
	most    int            // helpers that may be called while the caller reads
	busy    bool           // the caller runs batches, and does not read
	slow    bool           // a value was seen to be worth waking a worker for
	awaited *batch[E, R]   // the caller waits for it
	done    []*batch[E, R] // with AsReady: have ended, and the caller has not taken them
	waiting bool           // with AsReady: the caller waits for any batch
	stopped bool           // nothing is claimed any more
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
	broken bool // a call of the user's function did not return; under mu
}

const (
	lookAhead = 4                      // batches for each helper: arbitrary
	batchMost = 1024                   // values: arbitrary
	batchTime = 200 * time.Microsecond // below it batches grow, above four times of it they shrink
)

// newRelay returns a relay for the values of f from the given-th on.
func newRelay[E, R any](f *Feed[E, R], g *grace, given int) *relay[E, R] {
	wraps, limit := f.Set.Wraps(), math.MaxInt
	f.Set.Place = f.Set.At()
	workers := f.Set.Crew() - 1
	most := workers
	if f.Set.Workers > 0 {
		limit = f.Set.Workers - 1
		workers, most = min(workers, limit), limit
	}
	r := &relay[E, R]{Feed: f, caught: call.Caught{Wraps: wraps}, given: given, workers: workers, limit: limit, most: most,
		slow: g.slow(), size: max(f.Set.Grain, 1), wake: make(chan struct{}, 1)}
	r.scope = skua.NewScope(context.Background(), f.Set.Place)
	r.help = r.helper
	r.open = r.take()
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

// give takes a batch back that is used up.
func (r *relay[E, R]) give(b *batch[E, R]) {
	clear(b.in)
	clear(b.out)
	b.in, b.out = b.in[:0], b.out[:0]
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spare = append(r.spare, b)
}

// offer lets helpers claim b. It returns false if nothing is run any more. If many batches
// are ready the caller should run all but keep of them; else keep is negative.
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

// claim returns the oldest batch that is ready, or nil if there are keep or fewer. It
// reports whether the claimer is to call a helper.
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
