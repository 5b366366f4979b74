package crew

import (
	"context"
	"slices"

	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/park"
)

// Job is what all tasks of one call from outside share. A nil Job is one that
// cannot be cancelled. Anyone may ask it and cancel it; then it stays so. All is constant, but pools and what
// Call keeps to itself.
//
//	J1  Once it is cancelled, every pool that a task of the job has entered is asked.
//	J2  A task of the job that is unwound finds the job's context ended.
type Job struct {
	line.Call
	pool   *Crew                   // that the call has entered
	end    context.CancelCauseFunc // of Context, if the job is fallible
	parent context.Context         // of Context, if the job is fallible
	canEnd bool                    // Context may end without Fail

	mu    park.Mutex
	pools []*Crew // that calls of its tasks have entered; under mu
}

// Cancelled reports whether the job's tasks should stop.
func (j *Job) Cancelled() bool { return j != nil && j.Call.Cancelled() }

// InLine returns what a line knows of the job.
func (j *Job) InLine() *line.Call {
	if j == nil {
		return nil
	}
	return &j.Call
}

// CanEnd reports whether the job's context can end other than by Fail.
func (j *Job) CanEnd() bool { return j != nil && j.canEnd }

// Cause returns why the job's context has ended, or nil if it has not. One that derives
// from another may end a moment later.
func (j *Job) Cause() error {
	if err := context.Cause(j.Context); err != nil || j.parent == nil {
		return err
	}
	return context.Cause(j.parent)
}

// NewJob returns a job that is cancelled when ctx ends, and a function that
// unties it from ctx.
func (c *Crew) NewJob(ctx context.Context) (job *Job, stop func()) {
	job = new(Job)
	untie := c.Begin(job, ctx)
	return job, func() { untie() }
}

// NewFallible is NewJob for a job that its tasks can fail. Its own context derives from
// ctx, and ends with the failure or with stop.
func (c *Crew) NewFallible(ctx context.Context) (job *Job, stop func()) {
	own, end := context.WithCancelCause(ctx)
	job = &Job{Call: line.Call{Context: own}, parent: ctx, pool: c, end: end, canEnd: ctx.Done() != nil}
	untie := job.Tie()
	return job, func() {
		untie()
		end(nil)
	}
}

// Begin is NewJob for a job that its caller has room for.
func (c *Crew) Begin(job *Job, ctx context.Context) (stop func() bool) {
	job.Context, job.pool, job.canEnd = ctx, c, ctx.Done() != nil
	return job.Tie()
}

// Tie cancels the job when its context ends, until untie.
func (j *Job) Tie() (untie func() bool) {
	if !j.canEnd {
		return func() bool { return true }
	}
	return context.AfterFunc(j.Context, j.Cancel)
}

// Cancel makes every task of the job stop at its next fork, poll or start.
func (j *Job) Cancel() {
	// ORDER: the flag, then the gates and the limits of the loops. An owner opens
	// its gate or limit before it looks at the flag, so it sees the flag, or its
	// next fork or index sees the request.
	j.Call.Cancel()
	j.pool.Watch.Steals.Changed()
	if c := j.pool; c.Line.Seats > 0 && c.Line.Cancel(&j.Call) {
		return
	}
	j.pool.askAll(true)
	j.mu.Lock()
	entered := slices.Clip(j.pools)
	j.mu.Unlock()
	for _, q := range entered {
		q.askAll(true)
	}
}

// Spread notes that a call of the job's tasks has entered another pool, or the job's
// own again. job may be nil.
func (j *Job) Spread(p *Crew) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	// ORDER: noted before the call's tasks look at the flag, which all do at their first
	// fork, index or poll. Cancel sets it, then looks here: it finds p, or they see it.
	if !slices.Contains(j.pools, p) {
		j.pools = append(j.pools, p)
	}
}

// Fail cancels the fallible job that is worked for, with err as the cause unless its
// context has ended before, and unwinds the calling task.
func (s *Segment) Fail(err error) {
	job := s.Job
	// ORDER: the cause, then the flag: a task that is unwound finds the context ended.
	// The context takes the first cause only.
	job.end(err)
	job.Cancel()
	panic(Unwinding{job})
}

// Heed unwinds the calling task if its job was cancelled or the job's context has ended,
// which it then cancels: a task that sees the context ended need not wait for the flag.
func (s *Segment) Heed() {
	job := s.Job
	if job == nil || !job.Cancelled() && job.Cause() == nil {
		return
	}
	if !job.Cancelled() {
		job.Cancel()
	}
	panic(Unwinding{job})
}

// Check unwinds the calling task if its job was cancelled.
func (s *Segment) Check() {
	if job := s.Job; job.Cancelled() {
		panic(Unwinding{job})
	}
}

// SeesEnd cancels the job if its context has ended, and reports whether it has. The
// context tells that itself, but on a goroutine of its own, which may have to wait for a
// processor as long as workers compute: for tens of milliseconds.
func (s *Segment) SeesEnd() (ended bool) {
	if !s.CanEnd || s.Job.Context.Err() == nil {
		return false
	}
	if !s.Job.Cancelled() {
		s.Job.Cancel()
	}
	return true
}

// Stopped reports whether others may have stopped what the worker runs.
func (s *Segment) Stopped() bool { return s.Job.Cancelled() }
