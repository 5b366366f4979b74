package feed

import "github.com/skua-go/skua"

// helper runs batches until none is ready, or there are more helpers than workers.
func (r *relay[E, R]) helper(w *skua.Worker) error {
	defer r.caught.Catch()
	r.begin()
	for {
		b, call := r.claim(0)
		if call {
			w.Go(r.scope, r.help)
		}
		if b != nil {
			r.run(b, w)
		}
		ends, call := r.leave(b == nil)
		if call {
			w.Go(r.scope, r.help)
		}
		if ends {
			return nil
		}
	}
}

// calls reports whether one more helper is to be called, and counts it then. Under mu.
func (r *relay[E, R]) calls() bool {
	n := r.helpers + r.coming
	call := !r.stopped && len(r.ready) > r.coming && n < r.limit &&
		(n < r.most || r.busy && r.slow && r.coming == 0)
	if call {
		r.coming++
	}
	return call
}

// begin counts a helper that has got a worker.
func (r *relay[E, R]) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.coming--
	r.helpers++
	if r.busy && len(r.ready) > 0 {
		r.most = max(r.most, r.helpers)
	}
}

// leave is called by a helper that has run a batch or, if idle, found none. It reports
// whether the helper ends, and whether it calls another one in its place. If there are
// more helpers than workers, each ends after a batch: then the pool decides which task
// goes on.
func (r *relay[E, R]) leave(idle bool) (ends, call bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !idle && r.helpers <= r.workers {
		return false, false
	}
	r.helpers--
	return true, r.calls()
}
