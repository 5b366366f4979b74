package sched

import (
	"context"
	"sync/atomic"
)

// Job is what all tasks of one call from outside share. A nil Job is one that
// nobody can cancel.
type Job struct {
	Context   context.Context
	cancelled atomic.Bool
}

// Cancelled reports whether the job's tasks should stop.
func (j *Job) Cancelled() bool { return j != nil && j.cancelled.Load() }

// NewJob returns a job that is cancelled when ctx ends, and a function that
// ends the watch.
func (p *Pool) NewJob(ctx context.Context) (job *Job, stop func() bool) {
	job = new(Job)
	return job, p.Begin(job, ctx)
}

// Begin is NewJob for a job that its caller has room for.
func (p *Pool) Begin(job *Job, ctx context.Context) (stop func() bool) {
	job.Context = ctx
	if ctx.Done() == nil {
		return func() bool { return true }
	}
	return context.AfterFunc(ctx, func() { p.cancel(job) })
}

// cancel makes every task of the job stop at its next fork, poll or start.
func (p *Pool) cancel(job *Job) {
	// ORDER: the flag, then the gates and the limits of the loops. An owner opens
	// its gate or limit before it looks at the flag, so it sees the flag, or its
	// next fork or index sees the request.
	job.cancelled.Store(true)
	p.ask()
	for w := range p.all.each {
		if part := w.innermost.Load(); part != nil { // which thieves may not see
			part.share.Ask()
		}
	}
}
