package spawn

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/replay"
)

// noted is the body of a task while the steal schedule is recorded or followed, around all other
// bodies.
type noted struct {
	body any
	from replay.Place
	take *replay.Take // that is to run it; nil: the recording has none, or there is none yet
}

// note counts a spawn, and returns the task's body with its name.
func (s *Scope) note(body any) *noted {
	r := s.round.Load()
	from, takes := s.Board.Crew.Event(replay.Task, func() bool { return s.taken(r) })
	n := &noted{body: body, from: from}
	if len(takes) > 0 {
		n.take = takes[0]
	}
	return n
}

// handOver gives the task to the worker that takes it by the recording, and reports whether it did.
// In a whole recording each task has a worker.
func (s *Scope) handOver(body any) bool {
	r := s.Board.Crew.Replay
	n, ok := body.(*noted)
	if !ok || !r.Follows() {
		return false
	}
	if n.take == nil {
		r.Unknown(n.from)
		s.inject(body)
		r.Changed()
		return true
	}
	r.Hand(n.take, crew.Loot{Work: &Task{scope: s, body: body}})
	return true
}

// Return puts a task where any worker finds it, after it was handed to a worker that will not take it.
func (t *Task) Return() {
	if n, ok := t.body.(*noted); ok {
		n.take = nil
	}
	if !t.scope.holdBack(*t) {
		t.move()
	}
}

// holdBack holds a task back that was launched and has not begun, if the scope's limit is reached without it:
// while a recording was followed the limit was not looked at.
func (s *Scope) holdBack(t Task) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Load()&limited == 0 || s.running <= int(s.limit.Load()) {
		return false
	}
	s.running--
	s.held = append(s.held, t)
	s.check()
	return true
}

// begins notes that the current task begins, and returns its body. A task of a limited scope waits
// for its turn.
func (r *series) begins(w *crew.Worker, body any) any {
	n, ok := body.(*noted)
	if w.Notes == nil || !ok {
		return body
	}
	s := r.scope
	limit := func() int { return int(s.limit.Load()) }
	t := replay.Take{Kind: replay.Task, From: n.from}
	if limit() > 0 {
		t.After = s.turns.Ended()
	}
	r.outer, r.noted = w.Notes.Begin(t), true
	w.Notes.Turn(&s.turns, limit)
	return n.body
}

// ends notes that the current task has ended.
func (r *series) ends(w *crew.Worker, cut bool) {
	if !r.noted {
		return
	}
	r.noted = false
	w.Notes.End(r.outer, cut, w.Stopped() || r.scope.stopped())
	r.scope.turns.End(w.Notes.Pool()) // also without a limit: the next round may have one
}

// WaitCounts reports whether a wait for s is a call that counts in a steal schedule, also if all
// tasks have ended: whether they have is for timing to say.
func (s *Scope) WaitCounts() bool { return s.Board.Crew.Replay != nil && !s.Foreign() }

// stopped reports whether the present round has failed: tasks that have not begun do not begin.
func (s *Scope) stopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.round.Load().stopped
}

// inboxHolds reports whether tasks lie in the inbox: those that need not be in the recording are
// the waiter's.
func (s *Scope) inboxHolds() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inbox.n > 0
}

// findNoted is find by a recording.
func (s *Scope) findNoted(c *Spawned, r *Round) *Task {
	item := c.worker.Notes.NextIf(func(item any) bool {
		t, ok := item.(crew.Loot).Work.(*Task)
		return ok && t.scope == s
	}, func() bool { return s.Idle() || s.round.Load() != r || c.board.Crew.Replay.Whole() && s.inboxHolds() })
	if item == nil {
		return nil
	}
	return item.(crew.Loot).Work.(*Task)
}
