package crew

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/skua-go/skua/internal/self"
	"github.com/skua-go/skua/internal/views"
)

// Failure is how a task ended that did not return.
type Failure struct {
	Value any    // of the panic; nil for Goexit
	Stack []byte // of the goroutine that panicked, at the panic
}

// Exited stands for runtime.Goexit.
var Exited = &Failure{}

// Unwinding is the panic that unwinds a cancelled run.
type Unwinding struct{ Job *Job }

// Error makes the value readable where user code recovers it.
func (a Unwinding) Error() string {
	return "skua: run cancelled: " + context.Cause(a.Job.Context).Error()
}

// Unwrap returns the cause of the cancellation.
func (a Unwinding) Unwrap() error { return context.Cause(a.Job.Context) }

// Cancelled reports whether the task was unwound because its run was cancelled.
func (f *Failure) Cancelled() bool {
	_, ok := f.Value.(Unwinding)
	return ok
}

// CancelledBy reports whether the run that was cancelled is job.
func (f *Failure) CancelledBy(job *Job) bool {
	a, ok := f.Value.(Unwinding)
	return ok && a.Job == job
}

// Outcome says how a task ended; a deferred call passes its own recover.
func (w *Worker) Outcome(normal bool, recovered any) *Failure {
	switch {
	case normal:
		return nil
	case recovered == nil:
		return Exited
	}
	return w.Failure(recovered)
}

// Failure describes a recovered panic: with the stack of the child in which it
// began, if it is one that a join passed on. To be called in the deferred call
// that recovered, while the panicking frames are still there.
func (w *Worker) Failure(recovered any) *Failure {
	if f := w.raising; f != nil && self.PanicBy("crew.(*Segment).Raise") {
		w.raising = nil
		return f
	}
	f := &Failure{Value: recovered}
	if !f.Cancelled() {
		f.Stack = debug.Stack()
		w.Watch.Line.Panic(recovered)
	}
	return f
}

// Lose notes the panic of a task that is not joined any more, if that is because the run
// has ended: an error or a cancellation must not hide it.
func (s *Segment) Lose(f *Failure) {
	if f != nil && f != Exited && !f.Cancelled() && s.Lost == nil && s.Job.Cancelled() {
		s.Lost = f
	}
}

// Weigh returns what a segment comes to that ended by f, after End: a panic that
// was lost in it rather than the unwinding of a run that has ended.
func (s *Segment) Weigh(f *Failure) *Failure {
	if f != nil && f.Cancelled() && s.Lost != nil {
		return s.Lost
	}
	return f
}

// PassOn lets the failure of a guest that has departed go on in its caller, with the
// stack of the task if the caller is in a task of the pool too.
func (c *Crew) PassOn(f *Failure) {
	if w := c.Here(); w != nil {
		w.Raise(f)
	}
	if f == Exited {
		runtime.Goexit()
	}
	panic(f.Value)
}

// Raise lets a joined task's failure go on in the caller.
//
//go:noinline
func (s *Segment) Raise(f *Failure) {
	switch {
	case f == nil:
	case f == Exited:
		runtime.Goexit()
	default:
		s.raising = f
		panic(f.Value)
	}
}

// Left is what a stolen task leaves to the one that joins it, beside its result.
type Left struct {
	Failure *Failure
	Views   *views.Set
}

// Leave ends the strand of a stolen task that ended by f, and returns what it leaves: nil, mostly.
func (s *Segment) Leave(f *Failure) *Left {
	v := s.Strand.End()
	if f == nil && v == nil {
		return nil
	}
	return &Left{f, v}
}

// Inherit takes what a joined task has left: its views, and then its failure goes on in the caller.
func (s *Segment) Inherit(l *Left) {
	if l == nil {
		return
	}
	s.Strand.Gather(l.Views)
	s.Raise(l.Failure)
}
