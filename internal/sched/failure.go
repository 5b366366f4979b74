package sched

import (
	"context"
	"reflect"
	"runtime"
	"runtime/debug"
)

// Failure is how a task ended that did not return.
type Failure struct {
	Value any    // of the panic; nil for Goexit
	Stack []byte // of the goroutine that panicked, at the panic
}

// exited stands for runtime.Goexit.
var exited = &Failure{}

// abort is the panic that unwinds a cancelled run.
type abort struct{ job *Job }

// Error makes the value readable where user code recovers it.
func (a abort) Error() string {
	return "skua: run cancelled: " + context.Cause(a.job.Context).Error()
}

// Unwrap returns the cause of the cancellation.
func (a abort) Unwrap() error { return context.Cause(a.job.Context) }

// Exited reports whether the task ended by runtime.Goexit.
func (f *Failure) Exited() bool { return f == exited }

// Cancelled reports whether the task was unwound because its run was cancelled.
func (f *Failure) Cancelled() bool {
	_, ok := f.Value.(abort)
	return ok
}

// outcome says how a task ended; a deferred call passes its own recover.
func (w *Worker) outcome(normal bool, recovered any) *Failure {
	switch {
	case normal:
		return nil
	case recovered == nil:
		return exited
	}
	return w.Failure(recovered)
}

// Failure describes a recovered panic: with the stack of the child in which it
// began, if it is one that a join passed on.
func (w *Worker) Failure(recovered any) *Failure {
	if f := w.raising; f != nil && same(f.Value, recovered) {
		w.raising = nil
		return f
	}
	f := &Failure{Value: recovered}
	if !f.Cancelled() {
		f.Stack = debug.Stack()
	}
	return f
}

func same(a, b any) bool {
	t := reflect.TypeOf(a)
	return t == reflect.TypeOf(b) && (!t.Comparable() || equal(a, b))
}

// equal compares values whose type can be compared; fields of interface
// type may still hold what cannot.
func equal(a, b any) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = true
		}
	}()
	return a == b
}

// raise lets a joined task's failure go on in the caller.
func (w *Worker) raise(f *Failure) {
	switch {
	case f == nil:
	case f.Exited():
		runtime.Goexit()
	default:
		w.raising = f
		panic(f.Value)
	}
}
