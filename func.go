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
	pointers bool // arguments or results hold pointers: a dead frame could keep something alive
	open     bool // its stacks tell which frames are in use: so it is for the Func of closures
}

// NewFunc returns a task type whose tasks run body. The body forks through the
// frame it is given and may call itself as an ordinary function; a function literal calls
// itself by Frame.Call, Frame.Both and Frame.Each.
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

// On runs the body on arg at p and returns its result when the body and all tasks that it
// forked have ended. On a *Pool the calling goroutine becomes a worker for the
// time of the call; at a *Worker or *Frame the call goes on as the worker it is on, so
// that tasks of several types may call each other. On blocks only while a thief runs a
// task of the call.
//
// A panic of the body comes out unchanged at a *Worker or *Frame, and as a
// *PanicError, with the stack of the task that panicked, at a *Pool; the tasks that the
// body forked have ended then, too. On panics with ErrClosed if the pool is closed. It
// also panics if it sees that the body has returned without joining a fork (Frame).
//
// At a *Pool a call that forks nothing costs 0.15 µs (BenchmarkCall).
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
