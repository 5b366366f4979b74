package spawn

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// Tasks that somebody watches (internal/watch): their bodies are inside of a watch.Body.

// tellSpawn tells those who watch that a task is spawned, and returns its body with its names. If from is
// nil it may still come from a task, on the worker where the scope was made.
func (s *Scope) tellSpawn(from *crew.Worker, body any) *watch.Body {
	if b, told := body.(*watch.Body); told { // in the round before
		return b
	}
	c := s.Board.Crew
	var on *watch.Worker
	if from != nil {
		on = &from.Watch
	} else if s.home != nil && s.home.Mine() {
		on = &s.home.Watch
	}
	b := c.Watch.Spawn(on, s.number, s.brake.Limit.Load(), body)
	if c.Watch.Steals == nil {
		return b
	}
	var takes []*watch.Take
	b.Round = new(watch.Round)
	if b.Name, takes = c.Event(watch.TakeTask, b.Round.Taken); len(takes) > 0 {
		b.Take = takes[0]
	}
	return b
}

// tellBegin tells that the current task begins, and returns its body. By a steal schedule a task of a
// limited scope waits for its turn.
func (r *series) tellBegin(w *crew.Worker) (body any) {
	s := r.scope
	if w.Watch.Notes != nil {
		t := watch.Take{Kind: watch.TakeTask, From: r.task.body.(*watch.Body).Name}
		limit := func() int { return int(s.brake.Limit.Load()) }
		if limit() > 0 {
			t.After = s.turns.Ended()
		}
		w.Watch.BeginTake(t, &s.turns, limit)
	}
	body, r.ref = w.Watch.BeginTask(r.task.body, s.number)
	return body
}

// tellEnd tells that the current task has ended.
func (r *series) tellEnd(w *crew.Worker, cut bool) {
	s := r.scope
	if w.Watch.Notes != nil {
		w.Watch.EndTake(cut, w.Stopped() || s.stopped(), &s.turns)
	}
	w.Watch.Line.End(watch.Task, r.ref, s.number)
}

// handOver gives the task, which s counts, to the worker that takes it by the steal schedule, and reports
// whether it did.
// In a whole schedule each task has a worker.
func (s *Scope) handOver(body any) bool {
	r := s.Board.Crew.Watch.Steals
	if r == nil {
		return false
	}
	b := body.(*watch.Body)
	if b.Round.Is(s.Taken); !r.Follows() {
		return false
	}
	if b.Take == nil {
		r.Unknown(b.Name)
		s.inject(body)
		r.Changed()
		return true
	}
	r.Hand(b.Take, crew.Loot{Work: &Task{scope: s, body: body}})
	return true
}

// Return puts a task where any worker finds it, after it was handed to a worker that will not take it.
func (t *Task) Return() {
	t.body.(*watch.Body).Take = nil
	s := t.scope
	if !s.locked(func() bool { return s.brake.Hold(t.body) }) { // nobody looked at the limit while the schedule was followed
		t.move()
	}
}

// handed is find by a steal schedule: it waits for a task, and returns nil if s is over, or the schedule is
// followed no more. It never parks: no push would wake it, since residents run what they are handed only. Of
// the tasks that the schedule has not it takes one at a time, since nobody would take what it kept.
func (c *Spawned) handed(s *Scope) *Task {
	mine := func(of crew.Work) bool { t, ok := of.(*Task); return ok && t.scope == s }
	over := func(last bool) bool { return s.Over() || s.Nobodys(last) }
	for c.worker.Watch.Follows() {
		if l, ok := crew.Handed(c.worker, mine, over); ok {
			return l.Work.(*Task)
		}
		var body [1]any
		if s.take(body[:]) > 0 {
			return c.task(s, body[0])
		} else if s.Over() {
			return nil
		}
	}
	return nil
}

// Nobodys reports whether tasks lie in the inbox that are the waiter's: a schedule need not have them if it
// is whole, or, as last says, has no more for the waiter.
func (s *Scope) Nobodys(last bool) bool {
	return s.locked(func() bool { return s.inbox.Len() > 0 && (last || s.Board.Crew.Watch.Steals.Whole()) })
}

// stopped reports whether a task has failed: those that have not begun do not begin.
func (s *Scope) stopped() bool { return s.locked(func() bool { return s.result.stopped }) }

// WaitCounts reports whether a wait for s is a call that counts in a steal schedule, also if all
// tasks have ended: whether they have is for timing to say.
func (s *Scope) WaitCounts() bool { return s.Board.Crew.Watch.Steals != nil && !s.Foreign() }
