package spawn

import (
	"context"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/internal/watch"
)

// series is what a worker runs of one scope without a pause: a segment begins and ends, and tasks
// are counted as ended, once for all of them.
//
//	S1  A task of a series counts in the scope until the series settles: so the scope
//	    cannot end while the series runs.
//	S2  With a limit each task is settled before the next begins.
//
// "Late count" (scenarios Scope/batch and Scope/limit): S1 keeps no goroutine waiting. A series is
// over when the own queue has none of the scope's; until then one of them runs, so the scope could
// not have ended. A limit cannot wait that long: with one each task is counted at once, and what it
// held back is launched.
type series struct {
	c      *Spawned // of the worker that runs it
	scope  *Scope
	place  any   // where its tasks run
	task   *Task // the current one, or nil
	ended  int   // tasks that the scope counts still: ended, and at last those counted ahead
	branch bool  // of one task, in race builds, which another goroutine counts as ended (apart.go)
	waits  bool  // w waits for the scope itself, and needs its token afterwards

	begun  bool       // the current task, and its strand
	paused *views.Set // of the strand that goes on after it
	ref    uint64     // the current task's in a recording
}

// Whose returns whose the task is.
func (t *Task) Whose() (*crew.Job, string) { return t.scope.Job, "skua.tasks" }

// Begin begins a series with the task.
func (t *Task) Begin(w *crew.Worker, _, _ int) {
	c := Of(w)
	c.series = series{c: c, scope: t.scope, task: t, branch: w.Apart()}
	c.serve(t.scope)
}

// Run runs a spawned task, and those of its scope that come next on w's queue.
func (t *Task) Run(w *crew.Worker, _, _ int) {
	c := Of(w)
	r := &c.series
	r.place = r.scope.tasks.Place(w)
	for ; r.task != nil; r.task = c.nextOf(r.scope) {
		r.run(w)
	}
}

// Finish tells the scope how the series ended.
func (t *Task) Finish(w *crew.Worker, f *crew.Failure) *crew.Failure {
	return Of(w).series.report(w, f)
}

// Report counts the tasks of the series as ended. Who waits for the scope is woken there.
func (t *Task) Report(w *crew.Worker, _ int, _ *crew.Failure) *crew.Worker {
	c := Of(w)
	c.series.ended += c.served()
	c.series.settle(w)
	c.series = series{} // an idle worker keeps no scope
	return nil
}

// runInline runs tasks of s, which c's goroutine waits for, above the live
// frames, as long as it finds some. It returns also when a task panics, and
// reports whether it ran any.
func (c *Spawned) runInline(s *Scope) (ran bool) {
	w := c.worker
	r := series{c: c, scope: s, task: c.find(s), waits: true}
	if r.task == nil {
		return false
	}
	ran = true // also if the task panics
	c.Rise()
	c.serve(s)
	defer func() {
		r.report(w, w.Outcome(r.task == nil, recover()))
		c.Abandon()
		r.ended += c.served()
		c.Sink()
		w.Reclaim()
		r.settle(w)
	}()
	r.place = s.tasks.Place(w)
	for ; r.task != nil; r.task = c.find(s) {
		r.run(w)
	}
	return ran
}

// run runs the current task, and waits for all that it left behind.
func (r *series) run(w *crew.Worker) {
	w.Watch.Point(watch.AtBegin)
	if r.waits { // there may be other work below: this task may be long, and ask nothing of skua
		w.AnswerOthers(crew.Tasks)
	}
	body := r.begin(w, r.tellBegin(w))
	if w.SeesEnd() || w.Job.Cancelled() {
		r.scope.Fail(context.Cause(w.Job.Context), nil)
	} else if err := r.scope.tasks.Run(r.place, body); err != nil {
		r.scope.Fail(err, nil)
	}
	*r.task = Task{} // its slab may live on; and it has ended normally
	r.c.Abandon()
	w.Reclaim()
	r.finish(w, false)
	r.ended++
	// With a limit the next task may begin; where a steal schedule is followed, a waiter waits in find.
	if r.scope.brake.Limit.Load() > 0 || w.Watch.Follows() {
		r.ended += r.c.unspawned()
		r.settle(w)
	}
}

// settle counts the tasks that have ended.
func (r *series) settle(w *crew.Worker) {
	if r.ended > 0 && !r.branch && r.scope.end(w, r.ended, !r.waits) {
		w.Tokenless = true
	}
	r.ended = 0
}

// report tells the scope how the current task failed, if there is one.
func (r *series) report(w *crew.Worker, f *crew.Failure) *crew.Failure {
	if r.task == nil {
		return nil
	}
	if r.task.body == nil { // it had ended
		f = nil
	}
	switch {
	case f == nil:
	case f.Cancelled():
		r.scope.Fail(context.Cause(f.Value.(crew.Unwinding).Job.Context), nil)
	default:
		r.scope.Fail(context.Canceled, f)
	}
	r.finish(w, true)
	*r.task = Task{} // its slab may live on
	r.ended++
	return f
}

// end counts n tasks as ended, which w ran. It reports whether w's token, if that
// can be given away, went to a waiter with a wake-up.
func (s *Scope) end(w *crew.Worker, n int, give bool) (handed bool) {
	// ORDER: the tasks' last act on s, but for its lock and what the limit held back, which is
	// counted too; after it the maker may return (I1, I2).
	st := s.state.Add(-oneTask * int64(n))
	if invariant.Enabled && st < 0 {
		broken(s, "more tasks have ended than there were (I1)")
	}
	if st&limited != 0 {
		s.release(w, n)
	}
	if st >= oneTask {
		return false
	}
	s.Board.Crew.Watch.Steals.Changed()
	var waiters *crew.Worker
	var callers *line.Caller
	if st&awaited != 0 {
		waiters, callers = s.ended()
	}
	s.Board.Crew.Host.Dismiss()
	s.Board.Crew.Line.QuitAll(callers)
	return s.Board.Crew.WakeAll(waiters, give)
}

// Wait returns when every task of s has ended. w is the
// worker of the goroutine that waits; it runs tasks of s that it finds, and no
// other tasks.
func (s *Scope) Wait(w *crew.Worker) {
	if s.home != nil {
		Of(s.home).unlist(s)
	}
	w.Watch.AtScope(watch.Gather, s.number)
	defer w.Watch.AtScope(watch.Gathered, s.number)
	for {
		for apart.Enabled && Of(w).runOne(s) || Of(w).runInline(s) {
		}
		st := s.state.Load()
		if st < oneTask {
			s.result.edge.Acquire() // here, too: who is ended by Goexit, or abandons s, does not Take
			return
		}
		w.Publish()
		w.Watch.AtScope(watch.Gather, s.number)
		if s.enlist(w, st) {
			w.Park()
		}
	}
}

// find removes a task of s, which c's goroutine waits for: its own queue's
// youngest, if it is of s, else one from the inbox.
func (c *Spawned) find(s *Scope) *Task {
	if c.worker.Watch.Follows() {
		if t := c.handed(s); t != nil {
			return t
		}
	}
	if t := c.popOf(s); t != nil {
		return t
	}
	return c.arrive(s)
}

// nextOf removes the task of s that comes next on a resident's queue, unless
// there is something else to see to first.
func (c *Spawned) nextOf(s *Scope) *Task {
	w := c.worker
	if w.Tokenless || w.Crew.Surplus.Load() != 0 {
		return nil
	}
	return c.popOf(s)
}

// popOf removes the youngest task of c's queue if it is one of s.
func (c *Spawned) popOf(s *Scope) *Task {
	return c.queue.PopIf(func(t *Task) bool { return t.scope == s })
}
