package skua

import (
	"reflect"

	"github.com/skua-go/skua/internal/sched"
)

// Func is a task type: a body, and stacks of frames for its arguments and
// results on the workers that run it. Make one with NewFunc, once, and share
// it. Safe for concurrent use.
type Func[A, R any] struct {
	body     func(f *Frame[A, R], arg A) R
	pointers bool // dead frames could keep something alive
	open     bool // its stacks tell which frames are in use: that of closures
}

// NewFunc returns a task type whose tasks run body. The body forks through the
// frame it is given and may call itself as an ordinary function: a literal by Frame.Call,
// Frame.Both and Frame.Each.
//
// A body that names its own Func, as in
//
//	var size = skua.NewFunc(func(f *skua.Frame[dir, int], d dir) int { … size.On(f, sub) … })
//
// does not compile in package scope, where that is an initialization cycle. Frame.Call is
// the way out. Where several Funcs need each other, declare them and assign them in a
// func init.
func NewFunc[A, R any](body func(f *Frame[A, R], arg A) R) *Func[A, R] {
	need("NewFunc", body != nil)
	return &Func[A, R]{
		body:     body,
		pointers: hasPointers(reflect.TypeFor[A]()) || hasPointers(reflect.TypeFor[R]()),
	}
}

// Run runs the body on arg where the caller is: fn.On(Here(), arg).
func (fn *Func[A, R]) Run(arg A) R { return fn.On(Here(), arg) }

// On runs the body on arg at p and returns its result when it and all that it
// forked have ended. On a *Pool the calling goroutine becomes a worker for the
// time of the call; on a *Worker or *Frame it goes on as the worker it is, on
// which tasks of several types may so call each other. Blocks only where a
// thief has work of the call that is not done.
//
// A panic of the body comes out unchanged at a *Worker or *Frame, and as a
// *PanicError, with the stack of the task that panicked, at a *Pool; all that the body
// forked has ended then too. On panics with ErrClosed if the pool is closed, and if the
// body has returned without joining what it forked, as far as that can be seen (Frame).
func (fn *Func[A, R]) On(p Place, arg A) (r R) {
	if fn == nil || fn.body == nil {
		panic("skua: Func.On needs a Func that NewFunc made, not a nil or zero one")
	}
	s := spotOf(p)
	if s.stack == nil || s.whole {
		s.run(func(w *sched.Worker) { r = fn.enter(w, arg) })
		return r
	}
	defer fn.stackOn(s.stack.Worker()).core.Leave(s.stack, s.stack.Enter(s.i))
	return fn.enter(s.stack.Worker(), arg)
}

// enter runs the body from the base of w's stack on.
func (fn *Func[A, R]) enter(w *sched.Worker, arg A) (r R) {
	s := fn.stackOn(w)
	w.BeginTyped()
	base := s.core.Base()
	r = fn.body(s.frame(base), arg)
	s.core.Ended(base)
	return r
}

// hasPointers reports whether a value of type t can keep something alive.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}
