package strand

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/views"
)

// Reducer is a variable of type T that any number of tasks write at a time, each to a view of its own.
// Make one with NewReducer and share it. Safe for concurrent use, in tasks.
//
//	R1  core is constant, and is what workers know the reducer by.
//	R2  In tasks value is only touched under mu, by Deliver and Value. In no task it is the
//	    caller's, as a plain variable.
//
// Frigo, Halpern, Leiserson and Lewin-Berlin, Reducers and Other Cilk++ Hyperobjects, SPAA 2009 [FHLL09].
type Reducer[T any] struct {
	core     views.Reducer
	identity func() T
	mu       park.Mutex
	value    T
}

// NewReducer returns a reducer whose value is identity() at first. A strand that has no view gets one from
// identity, and merge returns the view of two strands that follow each other: left is the earlier one.
// merge may change and return either. It must be associative, and identity() must make no
// difference on either side of it; then the value does not depend on the schedule.
//
// merge runs where views meet: at a join, at the end of a loop, a Wait or a run, on the goroutine
// that waits there. It may run several at once, on different views. It must not call View or Value
// of this reducer. NewReducer panics if a function is nil. It never blocks.
func NewReducer[T any](identity func() T, merge func(left, right T) T) *Reducer[T] {
	if identity == nil || merge == nil {
		panic("strand: NewReducer needs a function identity and a function merge, not nil")
	}
	r := &Reducer[T]{identity: identity, value: identity()}
	r.core.Merge = func(left, right any) {
		at := left.(*T)
		*at = merge(*at, *right.(*T))
	}
	r.core.Deliver = func(view any) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.value = merge(r.value, *view.(*T))
	}
	views.Ordered.Store(true) // ORDER: before any scope that is made after NewReducer
	return r
}

// View returns the view of the strand that the calling goroutine is in. The caller reads and writes
// it as a plain variable, until the body that called View returns: a Func's body across its forks
// and joins, the Body of a Loop across its indices, a function that package par calls until it returns. It
// holds what the strand has added so far, and not what came before the strand.
//
// In no task View returns the value itself. Like a plain variable that is for one goroutine at a
// time, and not while a run uses the reducer; so it is in a goroutine that a task has started, and in a
// coroutine (iter.Pull).
//
// View never blocks, and panics if r was not made by NewReducer. It costs some 5 ns, and the first in each
// strand two allocations (BenchmarkView).
func (r *Reducer[T]) View() *T {
	w := crew.Innermost()
	if w == nil || r == nil {
		r.must("View")
		return &r.value
	}
	if at := w.Strand.View(&r.core); at != nil {
		return at.(*T)
	}
	return r.first(w)
}

// first gives the strand of w its view.
func (r *Reducer[T]) first(w *crew.Worker) *T {
	r.must("View")
	v := new(T)
	*v = r.identity()
	w.Strand.Add(&r.core, v)
	return v
}

// Value returns what the runs that have ended have left, merged in the order in which they ended. It
// is meant for callers outside of tasks; in a task it does not have what the task's own run has added.
// What it returns may share memory with later views, as a slice does. Value blocks only while
// another run ends, and panics if r was not made by NewReducer.
func (r *Reducer[T]) Value() T {
	r.must("Value")
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.value
}

// must panics unless r was made by NewReducer.
func (r *Reducer[T]) must(name string) {
	if r == nil || r.identity == nil {
		panic("strand: " + name + " needs a Reducer that NewReducer made, not a nil or zero one")
	}
}
