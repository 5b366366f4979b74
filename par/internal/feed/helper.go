package feed

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// helper runs batches until none is ready, or there are more helpers than workers.
func (r *relay) helper(w *skua.Worker) error {
	if !r.enter() {
		return nil
	}
	ends := false
	defer func() {
		if !ends {
			r.failed()
		}
	}()
	defer r.caught.Catch()
	for !ends {
		b, call := r.claim(0, false)
		if call {
			w.Go(r.scope, r.help)
		}
		if b != nil {
			r.run(b, w)
		}
		if ends, call = r.leave(b == nil); call {
			w.Go(r.scope, r.help)
		}
	}
	return nil
}

// failed is leave of a helper of which a call did not return. If that was by Goexit, the scope learns of it
// when the task has ended, and lets no other begin: if it were cancelled before, it would not pass that on.
func (r *relay) failed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.helpers--
	if r.caught.Any() {
		r.dropIdle()
	}
}

// calls reports whether one more helper is to be called, and counts it then. Under mu.
func (r *relay) calls() bool {
	return r.call(r.helpers+r.coming < r.most || (r.busy || r.beside) && r.slow && r.coming == 0)
}

// call calls one more helper if it may and there is something to do for it. Under mu.
func (r *relay) call(may bool) bool {
	if !may || r.stopped || len(r.ready) <= r.coming || r.helpers+r.coming+r.caller() >= r.limit || !r.late() {
		return false
	}
	r.coming++
	return true
}

// caller returns how many batches the caller runs. Under mu.
func (r *relay) caller() int {
	if r.busy {
		return 1
	}
	return 0
}

// late reports whether the first microseconds are over: a sequence that costs no more than calling a
// helper is the caller's alone. Under mu.
func (r *relay) late() bool {
	r.grown = r.grown || call.Clock()-r.began > graceTime
	return r.grown
}

// enter counts a helper that has got a worker, and reports whether it may run batches.
func (r *relay) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.coming--
	r.entered++
	r.short = false
	if r.helpers+r.caller() >= r.limit {
		return false
	}
	r.helpers++
	if (r.busy || r.beside) && len(r.ready) > 0 {
		r.most = max(r.most, r.helpers)
	}
	r.wakeReader()
	return true
}

// leave is called by a helper that has run a batch or, if idle, found none. It reports
// whether the helper ends, and whether it calls another one in its place. If there are
// more helpers than workers, each ends after a batch: then the pool decides which task
// goes on.
func (r *relay) leave(idle bool) (ends, call bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !idle && r.helpers <= r.workers {
		return false, false
	}
	r.helpers--
	r.dropIdle()
	return true, r.calls()
}
