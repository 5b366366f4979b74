package feed

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// run runs the values of b on w.
func (r *relay[E, R]) run(b *batch[E, R], w *skua.Worker) {
	began, returned := call.Clock(), false
	defer func() { r.finish(b, call.Clock()-began, returned) }()
	switch n := len(b.in); n {
	case 0:
	case 1:
		w.Poll() // a loop stops by itself when the run is cancelled
		r.single(b)
	default:
		set := r.Set
		set.Place, set.Grain = w, 0
		if set.Workers > 0 {
			set.Workers = 1 // there are as many helpers as may run
		}
		set.Loop(n, r.Func, b.body)
	}
	returned = true
}

// part runs a part of b.
func (r *relay[E, R]) part(b *batch[E, R], p *skua.Part) {
	returned := false
	defer r.guard(&returned)
	for p.Next() {
		if i := p.Index(); !r.value(b, i) {
			r.cut(b, i)
			break
		}
	}
	returned = true
}

// single runs a batch of one value, which needs no loop.
func (r *relay[E, R]) single(b *batch[E, R]) {
	returned := false
	defer r.guard(&returned)
	if !r.value(b, 0) {
		r.cut(b, 0)
	}
	returned = true
}

// value runs value i of b, and reports whether it has a result.
func (r *relay[E, R]) value(b *batch[E, R], i int) (ok bool) {
	b.out[i], ok = r.Each(b.first+i, b.in[i])
	return ok
}

// cut says that value i of b has no result.
func (r *relay[E, R]) cut(b *batch[E, R], i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.good = min(b.good, i)
}

// guard keeps further batches from being claimed if the user's function did not return.
// Deferred around its calls.
func (r *relay[E, R]) guard(returned *bool) {
	if *returned {
		return
	}
	if r.Unwound != nil {
		r.Unwound()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
}

// finish records that b has run, and how long that took, and wakes the caller if it waits
// for b.
func (r *relay[E, R]) finish(b *batch[E, R], took time.Duration, returned bool) {
	if r.Yield == nil && returned { // there are no results for the caller to read
		defer r.give(b)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	b.done, b.broken = true, !returned
	r.stopped = r.stopped || !returned
	r.slow = r.slow || took > batchTime && (b.size == 1 || r.Set.Grain > 0)
	switch {
	case r.Set.Grain > 0 || b.size != r.size || len(b.in) < b.size:
	case took < batchTime && r.size < batchMost:
		r.size *= 2
	case took > 4*batchTime && r.size > 1:
		r.size /= 2
	}
	if r.Yield != nil && r.Set.AsReady {
		r.done = append(r.done, b)
	}
	if r.awaited == b || r.waiting {
		r.awaited, r.waiting = nil, false
		r.wake <- struct{}{}
	}
}

// close ends the helpers: nothing runs any more when it returns. The failure of a helper
// goes on in the caller, as that of a loop would.
func (r *relay[E, R]) close() {
	r.mu.Lock()
	failed := r.stopped
	r.stopped = true
	r.mu.Unlock()
	defer r.caught.Raise()
	r.scope.Wait()
	if failed { // if because the run is cancelled, this is where the caller stops too
		skua.Poll(r.Set.Place)
	}
}
