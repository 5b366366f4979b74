package feed

import (
	"iter"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par/internal/call"
)

// A Feed says what becomes of the values of a sequence.
type Feed[E, R any] struct {
	Set  call.Settings
	Func any // the user's function, by whose code the scheduler knows loops of a kind

	// Each runs the user's function on v, the index-th value, in stretch s of Fails, and reports whether
	// there is a result. If not, the values after it have no use. Several workers call Each at once.
	Each func(s *call.Stretch, index int, v E) (r R, ok bool)

	// Yield gets the results in the order of the values, or with AsReady in the order in which
	// batches end, from the caller, and reports whether more are wanted. If it is nil the
	// values run in no certain order, and the results are dropped.
	Yield func(r R) bool

	Fails *call.Failures // of the calls of Each; nil if they cannot fail

	terms
}

// terms is what a Feed says that does not depend on types.
type terms struct {
	set     call.Settings
	code    any            // Func
	fails   *call.Failures // Fails
	results bool           // somebody wants them
	told    *told          // tells the sequence to stop
}

// Over feeds the values of seq to Each, and returns when no call of Each runs any more: after
// all values, or after Each had no result, Yield wanted no more, or Fails has ended.
// Sequential settings leave all to the caller.
func (f *Feed[E, R]) Over(seq iter.Seq[E]) {
	f.terms = terms{f.Set, f.Func, f.Fails, f.Yield != nil, &told{up: around()}}
	f.Yield = feeding(f.told, f.Yield)
	switch {
	case f.Set.Sequential:
		f.here(seq)
	case apart.On() && !call.Directed(): // the detector finds nothing where one goroutine runs at a time
		f.raced(seq)
	case f.readsHere():
		f.here(seq)
	default:
		f.beside(seq)
	}
}

// ended reports whether no further value should be read.
func (t *terms) ended() bool {
	if t.told.up == nil && t.fails == nil { // for each value, so nothing more is called
		return false
	}
	if t.told.upIsTold() {
		t.fails.Stop()
		return true
	}
	return t.fails.Ended()
}

// over notes that the sequence has ended. If the call's context ended before, the sequence may have ended
// for that reason, with values left: that cuts the call short.
func (t *terms) over() {
	if ctx := t.set.Line; t.fails != nil && ctx != nil && ctx.Err() != nil {
		t.fails.Cut(ctx)
	}
}

// readsHere reports whether the caller itself reads the sequence. If nothing is to be yielded, it
// has nothing better to do. At a Worker or Frame the sequence may use that one, which is the
// caller's alone. And a directed program has no goroutines but those that its director knows.
func (t *terms) readsHere() bool {
	_, pool := t.set.Place.(*skua.Pool)
	free := pool || t.set.Place == nil || t.set.Place == skua.Here()
	return !t.results || !free || call.Directed()
}

// here runs seq in the caller. In the first microseconds the caller runs all values itself.
func (f *Feed[E, R]) here(seq iter.Seq[E]) {
	var r *filler[E, R]
	defer func() {
		if r != nil {
			r.relay.close()
		}
	}()
	g := newGrace(f.Set)
	defer g.asPoolPanic()
	s := f.Fails.Stretch(0)
	index := 0
	if call.Reduces() && !f.Set.Sequential {
		r = newFiller(f, 0)
		r.begin()
	}
	for v := range seq {
		if f.ended() {
			break
		}
		if r != nil {
			if !r.push(v) {
				return
			}
			continue
		}
		if !f.first(&g, s, index, v) {
			return
		}
		if index++; g.over() {
			r = newFiller(f, index)
			r.relay.slow, r.relay.grown = g.slow(), true
			r.begin()
		}
	}
	if r == nil {
		f.over()
		return
	}
	r.relay.end()
	r.relay.settle(false)
}

// beside runs seq on a goroutine of its own, so that the caller can yield what is ready while seq
// waits. In the first microseconds the caller runs all values itself.
//
// NOT: iter.Pull for these. Its coroutine ends the program if the caller or seq is locked to a thread.
func (f *Feed[E, R]) beside(seq iter.Seq[E]) {
	r := newFiller(f, 0)
	r.relay.beside = true
	r.begin()
	defer f.Fails.AfterEnd(r.relay.expire)()
	s := read(f.told, seq, func(v E) bool { return !f.ended() && r.push(v) }, r.relay.end)
	defer s.join()
	defer r.relay.close()
	r.relay.settle(false)
}

// first runs one of the first values, and reports whether more are wanted.
func (f *Feed[E, R]) first(g *grace, s *call.Stretch, index int, v E) bool {
	g.inside = true
	result, ok := f.Each(s, index, v)
	g.inside = false
	return ok && (f.Yield == nil || f.Yield(result))
}
