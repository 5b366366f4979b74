package par

import (
	"time"

	"github.com/skua-go/skua"
)

// helper runs batches until none is left to take, or there are more helpers than
// workers.
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

// drain makes the caller run batches: until no more than keep are left to take, b, which
// may be nil, has run, or there is room for more than so many that are offered.
func (r *relay[E, R]) drain(b *batch[E, R], keep, offered int) {
	s := r.s
	s.Workers, s.Grain = 1, 0
	r.turns(true)
	defer r.turns(false)
	s.Loop(1, nil, func(p *skua.Part) {
		for {
			next, call := r.claim(keep)
			if call {
				r.scope.Go(r.help)
			}
			if next == nil {
				return
			}
			r.run(next, p.Worker())
			if r.satisfied(b, offered) {
				return
			}
		}
	})
}

// run runs the values of b on w.
func (r *relay[E, R]) run(b *batch[E, R], w *skua.Worker) {
	began, returned := time.Now(), false
	defer func() { r.finish(b, time.Since(began), returned) }()
	switch n := len(b.in); n {
	case 0:
	case 1:
		w.Poll() // a loop stops by itself when the run is cancelled
		r.single(b)
	default:
		s := r.s
		s.Place, s.Grain = w, 0
		if s.Workers > 0 {
			s.Workers = 1 // there are as many helpers as may run
		}
		s.Loop(n, r.f, b.body)
	}
	returned = true
}

// part runs a part of b.
func (r *relay[E, R]) part(b *batch[E, R], p *skua.Part) {
	returned := false
	defer r.guard(&returned)
	for p.Next() {
		if i := p.Index(); !r.each(b, i) {
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
	if !r.each(b, 0) {
		r.cut(b, 0)
	}
	returned = true
}

// cut says that value i of b has no result.
func (r *relay[E, R]) cut(b *batch[E, R], i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.good = min(b.good, i)
}

// guard keeps everything from being taken if a body did not return. Deferred
// around bodies.
func (r *relay[E, R]) guard(returned *bool) {
	if *returned {
		return
	}
	if r.broke != nil {
		r.broke()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
}

// close ends the helpers: nothing runs any more when it returns. The failure of
// a helper goes on in the caller, as that of a loop would.
func (r *relay[E, R]) close() {
	r.mu.Lock()
	failed := r.stopped
	r.stopped = true
	r.mu.Unlock()
	defer r.raise()
	r.scope.Wait()
	if failed { // if because the run is cancelled, this is where the caller stops too
		skua.Poll(r.s.Place)
	}
}

// catch keeps the panic with which a body ended a helper, for raise: the first one counts.
// What unwinds a cancelled run goes on, as Goexit does. Deferred.
//
// NOT: let the panic pass on into the scope, whose Wait makes a PanicError of it. Where the
// caller is to get the panic's own value, that must be taken out again, and a PanicError
// that was the value is not told from one that holds it.
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
