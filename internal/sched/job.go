package sched

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// Job is what all tasks of one call from outside share. A nil Job is one that
// nobody can cancel.
type Job struct {
	Context   context.Context
	cancelled atomic.Bool

	mu    park.Mutex
	pools []*Pool // that calls of its tasks have entered, beside its own; under mu

	caller *caller // who waits in line for it, or nil; under the line's lock
}

// Cancelled reports whether the job's tasks should stop.
func (j *Job) Cancelled() bool { return j != nil && j.cancelled.Load() }

// ended is Cancelled for one that has not begun: its context may have ended just now.
func (j *Job) ended() bool { return j != nil && (j.Cancelled() || j.Context.Err() != nil) }

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
	if p.line.seats > 0 && p.line.cancel(job) {
		return
	}
	p.interrupt()
	for _, q := range job.entered() {
		q.interrupt()
	}
}

// spread notes that a call of the job's tasks has entered another pool, or the job's
// own again. job may be nil.
func (j *Job) spread(p *Pool) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	// ORDER: noted before the call's tasks look at the flag, which all do at their first
	// fork, index or poll. cancel sets it, then looks here: it finds p, or they see it.
	if !slices.Contains(j.pools, p) {
		j.pools = append(j.pools, p)
	}
}

func (j *Job) entered() []*Pool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clip(j.pools)
}

// interrupt makes every worker of the pool look around.
func (p *Pool) interrupt() {
	p.ask()
	for w := range p.all.each {
		if part := w.innermost.Load(); part != nil { // which thieves may not see
			part.share.Ask()
		}
	}
}
