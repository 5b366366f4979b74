package feed

import "github.com/skua-go/skua"

// helper runs batches until none is ready, or there are more helpers than workers.
func (r *relay[E, R]) helper(w *skua.Worker) error {
	defer r.catch()
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

// catch keeps the panic with which the user's function ended a helper, for raise: the first
// one counts. The panic that unwinds a cancelled run goes on, and so does Goexit. Deferred.
//
// NOT: let the panic pass on into the scope, whose Wait makes a PanicError of it. If the
// caller is to get the panic's own value, that must be taken out again, and a PanicError
// that was the value cannot be told from one that holds it.
func (r *relay[E, R]) catch() {
	v := recover()
	if v == nil {
		return
	}
	err, ok := skua.NewPanicError(v).(*skua.PanicError)
	if !ok {
		panic(v)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.caught == nil {
		r.caught = v
		if r.wraps {
			r.caught = err
		}
	}
}

// raise panics in the caller with what catch has kept, as a loop at the relay's place
// would. No helper runs any more.
func (r *relay[E, R]) raise() {
	if r.caught != nil {
		panic(r.caught)
	}
}
