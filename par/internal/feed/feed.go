package feed

import (
	"iter"

	"github.com/skua-go/skua/par/internal/call"
)

// A Feed says what becomes of the values of a sequence.
type Feed[E, R any] struct {
	Set  call.Settings
	Func any // the user's function, by whose code the scheduler knows loops of a kind

	// Each runs the user's function on v, the index-th value, and reports whether there is
	// a result. If not, the values after it have no use. Several workers call Each at once.
	Each func(index int, v E) (r R, ok bool)

	// Yield gets the results in the order of the values, or with AsReady in the order in which
	// batches end, from the caller, and reports whether more are wanted. If it is nil the
	// values run in no certain order, and the results are dropped.
	Yield func(r R) bool

	Ended   func() bool // reports whether no further value should be read; may be nil
	Unwound func()      // is called when a call of Each did not return; may be nil
}

// Over feeds the values of seq to Each, and returns when no call of Each runs any more: after
// all values, or after Each had no result, Yield wanted no more, or Ended reported true.
// Sequential settings leave all to the caller.
func (f *Feed[E, R]) Over(seq iter.Seq[E]) {
	var r *relay[E, R]
	var q queue
	defer func() {
		if r != nil {
			r.close()
		}
	}()
	g := newGrace(f.Set)
	defer g.asPoolPanic()
	index := 0
	for v := range seq {
		if f.Ended != nil && f.Ended() {
			break
		}
		if r != nil {
			if r.open.add(v) && !q.turn() {
				return
			}
			continue
		}
		g.inside = true
		result, ok := f.Each(index, v)
		g.inside = false
		if !ok || f.Yield != nil && !f.Yield(result) {
			return
		}
		if index++; g.over() {
			r = newRelay(f, &g, index)
			q = newQueue(r)
		}
	}
	if q != nil {
		q.flush()
	}
}

// A queue offers the batches of a relay and takes them back when they have run.
type queue interface {
	// turn offers the open batch, which is full, and begins another. It reports whether
	// more values may follow.
	turn() bool

	// flush offers the open batch and returns when all have run.
	flush()
}

func newQueue[E, R any](r *relay[E, R]) queue {
	switch {
	case r.Yield == nil:
		return &unordered[E, R]{relay: r}
	case r.Set.AsReady:
		return &asReady[E, R]{relay: r}
	}
	return &ordered[E, R]{relay: r}
}
