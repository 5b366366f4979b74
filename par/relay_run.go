package par

import (
	"time"

	"github.com/skua-go/skua"
)

// helper runs batches until none is left to take.
func (r *relay[E, R]) helper(w *skua.Worker) error {
	defer func() {
		if v := recover(); v != nil {
			r.mu.Lock()
			r.thrown = v
			r.mu.Unlock()
			panic(v)
		}
	}()
	for b := r.claim(true, 0); b != nil; b = r.claim(true, 0) {
		r.run(b, w)
	}
	return nil
}

// drain makes the caller run batches until b has run, or no more than keep are
// left to take. b may be nil.
func (r *relay[E, R]) drain(b *batch[E, R], keep int) {
	s := r.s
	s.workers = 1
	s.loop(1, nil, func(p *skua.Part) {
		for next := r.claim(false, keep); next != nil; next = r.claim(false, keep) {
			r.run(next, p.Worker())
			if b != nil && r.ended(b) {
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
		r.single(b)
	default:
		s := r.s
		s.place, s.grain = w, 0
		if s.workers > 0 {
			s.workers = 1 // there are as many helpers as may run
		}
		s.loop(n, r.f, b.body)
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
	r.stopped = true
	r.mu.Unlock()
	if _, outside := r.s.place.(*skua.Pool); !outside {
		defer func() {
			if v := recover(); v != nil {
				panic(r.thrown)
			}
		}()
	}
	r.scope.Wait()
}
