package crew

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

// TracedCall is TraceCall for a call without a job, which gets one. Both are nil if the call
// comes from inside: then it works for the job of the task around.
func (c *Crew) TracedCall(name string) (job *Job, end func()) {
	if c.FromInside() {
		return nil, nil
	}
	ctx, end := TraceCall(context.Background(), name)
	job = new(Job)
	c.Begin(job, ctx)
	return job, end
}

// beginRegion tells the execution trace that w runs work of one kind, for its job.
func (w *Worker) beginRegion(kind string) {
	if !trace.IsEnabled() {
		return
	}
	ctx := context.Background()
	if w.Job != nil {
		ctx = w.Job.Context
	}
	w.region = trace.StartRegion(ctx, kind)
}

// endRegion ends what beginRegion began, on the same goroutine.
func (w *Worker) endRegion() {
	if w.region != nil {
		w.region.End()
		w.region = nil
	}
}
