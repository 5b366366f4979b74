package strand

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/views"
)

// Holder is scratch space: each strand has a T of its own, which it finds again as it left it. Make one
// with NewHolder and share it. Safe for concurrent use.
//
// A holder makes as many T as strands use it at a time, and keeps them for later strands and
// runs, as long as the program keeps the holder. A T that was in a task which was taken back after a
// panic is left to the collector. In race builds no T is kept: each strand makes its own.
//
//	H1  A T is in one strand's views, or free: it becomes free when its strand has ended.
type Holder[T any] struct {
	core  views.Reducer
	fresh func() T
	mu    park.Mutex
	free  []*T // under mu
}

// NewHolder returns a holder whose T come from fresh. It panics if fresh is nil, and never blocks.
func NewHolder[T any](fresh func() T) *Holder[T] {
	if fresh == nil {
		panic("strand: NewHolder needs a function, not nil")
	}
	h := &Holder[T]{fresh: fresh}
	h.core.Loose = true
	h.core.Merge = func(_, right any) { h.put(right.(*T)) }
	h.core.Deliver = func(view any) { h.put(view.(*T)) }
	return h
}

// View returns the T of the strand that the calling goroutine is in. Nobody else uses it before the
// caller forks, spawns, waits, or calls a function that uses the holder too. After that it is the
// same T still, but other code of the strand may have written to it; in a stolen task it is another one.
//
// In no task each call returns a fresh T. View never blocks, and panics if h was not made by
// NewHolder. It costs some 5 ns; the first in a strand also takes a lock, and allocates a T if none is
// free (BenchmarkHolder).
func (h *Holder[T]) View() *T {
	w := crew.Innermost()
	if w == nil || h == nil {
		return h.make()
	}
	if at := w.Strand.View(&h.core); at != nil {
		return at.(*T)
	}
	v := h.take()
	if v == nil {
		v = h.make()
	}
	w.Strand.Add(&h.core, v)
	return v
}

func (h *Holder[T]) make() *T {
	if h == nil || h.fresh == nil {
		panic("strand: View needs a Holder that NewHolder made, not a nil or zero one")
	}
	v := new(T)
	*v = h.fresh()
	return v
}

// take returns a free T, or nil.
func (h *Holder[T]) take() (v *T) {
	if apart.On() {
		return nil // else all that a strand did would be past for the next one that has its T, and races with it hidden
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.free); n > 0 {
		v, h.free[n-1] = h.free[n-1], nil
		h.free = h.free[:n-1]
	}
	return v
}

// put keeps a T whose strand has ended.
func (h *Holder[T]) put(v *T) {
	if apart.On() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.free = append(h.free, v)
}
