//go:build race && !explore

package spawn

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/aside"
	"github.com/skua-go/skua/internal/crew"
)

// A branch is a task that runs on a goroutine of its own, so that the race detector sees that it is parallel
// to what its spawner does next and to the scope's other tasks. It is on no queue and in no inbox:
//
//	spawner                                 branch                    waiter
//	Go: the fork edge                       wait for a turn           give its turn to a task
//	count the task, hidden, if others       run the task              that waits, and again
//	count already; else under mu            release the round's edge  park until the count is 0
//	offer it a turn                         count it as ended,        acquire the round's edge
//	                                        behind (apart.Behind)
//
// "Ordered by the count" (no scenario: the explorer has no branches): a task that has ended, and one that
// begins, would meet at the scope's state and lock. So the spawner counts hidden, and another goroutine
// counts the task as ended, which knows nothing of what the task did.
type branch struct{ *apart.Branch }

// SpawnApart is Spawn for a task that is to be a branch; it reports whether it is, or whether it is late.
func (s *Scope) SpawnApart(body any) (is, late bool) {
	b := s.Board.Crew
	from := b.Spawner()
	if s.brake.limit.Load() == 1 || !aside.Parts(b, from != nil && from.Apart()) { // with a limit of one the tasks are in an order
		return false, false
	}
	apart.Hide()
	body = s.inTurn(from, body)
	apart.Show()
	w := b.Beside()
	task := branch{b.Turns.Go(s, func(b *apart.Branch) { s.runBranch(b, w, body) })}
	known := false
	defer func() {
		if !known {
			task.Drop()
		}
	}()
	apart.Hide()
	counted := s.count(nil)
	apart.Show()
	if !counted {
		switch s.Add(task) {
		case over:
			return false, true
		case held:
			known = true
			return true, false
		case refused:
			return true, false
		}
	}
	task.Offer(false)
	known = true
	return true, false
}

// launched offers a turn to a task that a limit has held back, if it is a branch.
func launched(body any) bool {
	b, ok := body.(branch)
	if ok {
		b.Offer(false)
	}
	return ok
}

// runBranch runs a task as a series of one.
func (s *Scope) runBranch(b *apart.Branch, w *crew.Worker, body any) {
	c := Of(w)
	r := series{c: c, scope: s, task: &Task{s, body}, branch: true}
	b.Last(apart.Behind(func() { s.end(nil, 1, false) }))
	w.Arrive(b)
	w.Begin(s.Job)
	c.serve(s)
	defer func() {
		r.report(w, r.outcome(w, recover()))
		c.served()
		w.End()
		w.Part()
		s.result.edge.Release()
		w.Crew.Turns.Ended.Release()
	}()
	r.place = s.tasks.Place(w)
	r.run(w)
	r.task = nil // there is no other
}

// runOne runs a branch of s that waits for a turn, for w, which waits for s.
func (s *Scope) runOne(w *crew.Worker) bool {
	w.Publish() // since it waits for the branch, which may wait for what is w's
	w.LeaveRoom()
	return s.Board.Crew.Turns.RunOne(s)
}
