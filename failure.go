package skua

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/self"
)

// ErrClosed says that a pool was used after Close.
var ErrClosed = crew.ErrClosed

// ErrConfig is wrapped by every error about an option.
var ErrConfig = errors.New("skua: bad configuration")

// PanicError is a task's panic as the caller from outside gets it. This table says
// what becomes of a task that does not return:
//
//	ends by           in the task that joins it   at the call from outside, or at Scope.Wait
//	panic(v)          panic(v)                    waits, then panics with *PanicError{v, stack}
//	runtime.Goexit    runtime.Goexit              waits, then runtime.Goexit
//	end of context    unwinds                     waits, then returns the cause
//	error, in FuncErr unwinds                     stops the run, waits, then returns the error
//	error, in Scope   -                           cancels the scope's other tasks; Wait returns the error
//
// Here "waits" means: until the tasks that are running have ended.
//
// The call from outside is On and Join on a pool, Pool.Run, and, wherever they are made,
// FuncErr.On and Func.OnContext. Pool.Run and the last two return causes and errors. If
// several of these happen to one run:
//
//   - The first of the errors in a FuncErr and the end of its context comes out. The
//     later ones are dropped, with the panics by which they unwind tasks. In a Scope the
//     same holds, panics included.
//   - A panic of a forked task wins over errors and the end of the context, even if these
//     came first: it is a mistake in the program, and they must not hide it.
//   - If both branches of a fork panic or call Goexit, the one that its caller ran itself
//     wins. A Goexit in a task that no caller joins any more is dropped.
//
// A panic that passes out of Func.On, Join or Loop.Run waits for the tasks that the call has
// forked, so it may be recovered around the call. Between a Fork and its Join, and around
// Both and Each, only Try recovers: a bare recover there is like a missing Join, and panics
// like one (Frame). Fatal errors of the Go runtime, such as a stack overflow, end the
// process as always.
//
// A PanicError prints as one line, with the place of the panic, so that it can be
// logged; the verb %+v adds the stack. If the program does not recover the panic, the Go
// runtime prints the line and the stack of the task, and then, as always, the stack of the
// goroutine that the panic came out of.
type PanicError struct {
	Value any    // what the task gave to panic
	Stack []byte // of the goroutine on which it panicked, as runtime/debug.Stack has it
}

// Error returns one line: the value, and the function that panicked with it. When the Go
// runtime calls it, to print a panic that was not recovered and end the process, Error
// returns the stack as well.
func (e *PanicError) Error() string {
	// NOT: a wrapper that prints the stack as the panic's value. What recover returns is a
	// *PanicError by contract. NOT: a second panic on the way, which only prints the stack:
	// the runtime shows it only if both are on one goroutine, without a recover between.
	if self.Crashing() {
		return e.whole()
	}
	return e.line()
}

// Format prints Error, and for the verb %+v the task's stack too. %#v is the Go syntax.
func (e *PanicError) Format(s fmt.State, verb rune) {
	type plain PanicError // without methods
	switch {
	case verb == 'v' && s.Flag('#'):
		fmt.Fprintf(s, fmt.FormatString(s, verb), (*plain)(e))
	case verb == 'v' && s.Flag('+'):
		fmt.Fprint(s, e.whole())
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), e.line())
	}
}

// MarshalText returns Error, so that log/slog and encoding/json print one line too, not
// %+v or the fields.
func (e *PanicError) MarshalText() ([]byte, error) { return []byte(e.line()), nil }

func (e *PanicError) whole() string { return e.line() + "\n\n" + string(e.Stack) }

func (e *PanicError) line() string {
	line := fmt.Sprintf("skua: a task panicked: %v", e.Value)
	if place := event.PanicSite(string(e.Stack)); place != "" {
		line += " (in " + place + ")"
	}
	return line
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// NewPanicError describes a panic, as a call on a *Pool lets it go on: for packages that
// run a user's function in their caller and want its panic to look the same there. Call
// it in the deferred function that has recovered, which then panics with the result:
//
//	if err := skua.NewPanicError(recover()); err != nil {
//		panic(err)
//	}
//
// The result is a *PanicError with the stack of the panic, of the child's goroutine if a
// Join or a Loop passed the panic on. A *PanicError is returned as it is, and so is the
// panic that unwinds a cancelled run, which must go on. The result is nil for nil, which
// is what recover returns if there is no panic, or a Goexit. A panic costs
// microseconds for its stack; nil costs nothing.
func NewPanicError(recovered any) error {
	switch e := recovered.(type) {
	case nil:
		return nil
	case *PanicError:
		return e
	}
	failure := &crew.Failure{Value: recovered}
	if w := crew.Innermost(); w != nil {
		failure = w.Failure(recovered)
	} else if !failure.Cancelled() {
		failure.Stack = debug.Stack()
	}
	return panicError(failure).(error) // what unwinds a run is an error, too
}

// panicError describes a failure; one that an inner call described already
// stays as it is.
func panicError(f *crew.Failure) any {
	if e, ok := f.Value.(*PanicError); ok {
		return e
	}
	if f.Cancelled() {
		return f.Value
	}
	return &PanicError{Value: f.Value, Stack: f.Stack}
}

// Try runs f at p, which is the *Worker or *Frame of the caller, and recovers:
// if f panics, Try waits for all tasks that f forked and returns the panic as
// a *PanicError; otherwise it returns nil. The end of a cancelled run passes through. If
// the body of a Func has forks pending, p must be its Frame: at any other Place Try only
// recovers, as it does in no task. Try panics with ErrClosed if the pool is closed. It
// costs some 30 ns more than a call of f (BenchmarkInside).
func Try(p Place, f func()) (err error) {
	need("Try", f != nil)
	s := spotOf(p)
	s.refuse()
	var before *crew.Failure
	if s.stack != nil {
		defer s.stack.Exit(s.stack.EnterTyped(s.i))
		before = s.stack.Worker().Lost
	}
	defer func() {
		if v := recover(); v != nil {
			err = s.settle(v, before)
		}
	}()
	f()
	return nil
}

// settle waits for the tasks that a panicking call at s left behind, and describes the
// panic. Panics that were lost inside the call are dropped, since Try would have recovered
// them; those lost before it are kept.
func (s spot) settle(recovered any, before *crew.Failure) error {
	failure := &crew.Failure{Value: recovered, Stack: debug.Stack()}
	if s.stack != nil {
		w := s.stack.Worker()
		failure = w.Failure(recovered)
		w.Reclaim()
		w.Lost = before
	}
	e, ok := panicError(failure).(*PanicError)
	if !ok {
		panic(recovered)
	}
	return e
}
