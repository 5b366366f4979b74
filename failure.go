package skua

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/skua-go/skua/internal/sched"
)

// ErrClosed says that a pool was used after Close.
var ErrClosed = sched.ErrClosed

// ErrConfig is wrapped by every error about an option.
var ErrConfig = errors.New("skua: bad configuration")

// PanicError is a task's panic as the caller from outside gets it. This is what
// becomes of a task that does not return, once and for all:
//
//	ends by           in the task that joins it   at the call from outside, or at Scope.Wait
//	panic(v)          panic(v)                    waits for what runs, then panics with *PanicError{v, stack}
//	runtime.Goexit    runtime.Goexit              waits for what runs, then runtime.Goexit
//	end of context    unwinds                     waits for what runs, then Pool.Run, OnContext and FuncErr.On return the cause
//	error, in FuncErr unwinds                     the run stops; waits for what runs, then FuncErr.On returns it
//	error, in Scope   -                           the scope's other tasks are cancelled; Wait returns it
//
// The call from outside is On and Join on a pool, Pool.Run, and, wherever they are made,
// FuncErr.On and Func.OnContext. If several of these happen to one run:
//
//   - Of errors in a FuncErr and the end of its context the first is what comes out;
//     the others are dropped, and the panics by which they unwind tasks with them. So
//     it is in a Scope, panics included.
//   - A panic of a forked task wins over errors and the end of the context, whichever
//     comes first: it is a mistake in the program, and they must not hide it.
//   - Of two branches that both panic or call Goexit the one that its caller ran itself
//     wins. A Goexit in one that nobody joins any more is dropped.
//
// A panic that passes out of Func.On, Join or Loop.Run waits for what the call has forked, so
// it may be recovered around them. Between a Fork and its Join, and around Both and Each,
// only Try recovers; a bare recover there is like a missing Join, and is told
// as that (Frame). Fatal errors of the Go runtime, such as a stack overflow, end the
// process as always.
type PanicError struct {
	Value any    // what the task gave to panic
	Stack []byte // of the goroutine on which it panicked, as runtime/debug.Stack has it
}

// Error returns the value and the task's stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("skua: a task panicked: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// panicError describes a failure; one that an inner call described already
// stays as it is.
func panicError(f *sched.Failure) any {
	if e, ok := f.Value.(*PanicError); ok {
		return e
	}
	if f.Cancelled() {
		return f.Value
	}
	return &PanicError{Value: f.Value, Stack: f.Stack}
}

// Try runs f at p, which is the *Worker or *Frame of the caller, and recovers:
// if f panics, Try waits for everything that f forked and returns the panic as
// a *PanicError; otherwise it returns nil. A cancelled run passes through. At a
// *Pool, where the caller has no frames, Try only recovers; it panics with
// ErrClosed if the pool is closed.
func Try(p Place, f func()) (err error) {
	need("Try", f != nil)
	s := spotOf(p)
	s.refuse()
	if s.stack != nil {
		defer s.stack.Exit(s.stack.EnterTyped(s.i))
	}
	defer func() {
		if v := recover(); v != nil {
			err = s.settle(v)
		}
	}()
	f()
	return nil
}

// settle waits for what a panicking call at s left behind and describes the
// panic.
func (s spot) settle(recovered any) error {
	failure := &sched.Failure{Value: recovered, Stack: debug.Stack()}
	if s.stack != nil {
		failure = s.stack.Worker().Settle(recovered)
	}
	e, ok := panicError(failure).(*PanicError)
	if !ok {
		panic(recovered)
	}
	return e
}
