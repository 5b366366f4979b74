package watch

import (
	"context"
	"runtime/trace"
)

// While the program writes an execution trace (runtime/trace), a call from outside is a task of
// the trace, and what a resident runs of it is a region of that task. Otherwise a call and a
// steal cost a load more each.

// Traced reports whether the program writes an execution trace.
func Traced() bool { return trace.IsEnabled() }

// TraceCall makes a call from outside a task of the execution trace: the call's job gets the
// context that it returns, and end is called when the call has ended.
func TraceCall(ctx context.Context, name string) (in context.Context, end func()) {
	in, task := trace.NewTask(ctx, name)
	return in, task.End
}

// BeginRegion tells the execution trace that the worker runs work of that name, for a job of that context.
func (w *Worker) BeginRegion(ctx context.Context, name string) {
	if trace.IsEnabled() {
		w.region = trace.StartRegion(ctx, name)
	}
}

// EndRegion ends what BeginRegion began, on the same goroutine.
func (w *Worker) EndRegion() {
	if w.region != nil {
		w.region.End()
		w.region = nil
	}
}
