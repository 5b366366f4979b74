package spawn

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
)

// A branch is a task that runs on a goroutine of its own, in race builds, so that the race detector sees
// that it is parallel to what its spawner does next and to the scope's other tasks. It is on no queue
// and in no inbox:
//
//	spawner                                 branch                    waiter
//	Go: the fork edge                       wait for a turn           give its turn to a task
//	count the task, hidden, if others       run the task              that waits, and again
//	count already; else under mu            release the round's edge  park until the count is 0
//	offer it a turn                         count it as ended,        acquire the round's edge
//	                                        behind (apart.Behind)
//
// A task that has ended, and one that begins, meet at the scope's state and lock, which is no order of the
// program's. So the spawner counts hidden, and another goroutine counts the task as ended, which knows
// nothing of what the task did: for the race detector, since no interleaving is wrong otherwise.
type branch struct{ *apart.Branch }

// parts reports whether a task that is spawned is to be a branch: then spawnApart must follow. With a
// limit of one the tasks are in an order.
func (s *Scope) parts(from *crew.Worker) bool {
	return apart.Enabled && s.brake.Limit.Load() != 1 && s.Board.Crew.Parts(from != nil && from.Apart())
}

// spawnApart is spawn for a task that is to be a branch.
func (s *Scope) spawnApart(body any) (late any) {
	w, did := s.Board.Crew.Beside(), refused
	task := branch{w.Crew.Turns.Go(s, func(b *apart.Branch) { (&Task{s, body}).runApart(b, w) })}
	defer func() {
		if did != starts && did != held { // or Add has panicked
			task.Drop()
		}
	}()
	apart.Hide()
	counted := s.count(nil)
	apart.Show()
	if counted {
		did = starts
	} else {
		did = s.Add(task)
	}
	switch did {
	case starts:
		task.Offer(false)
	case over:
		return body
	}
	return nil
}

// runApart runs the task as a thief runs one, as w, of which no other worker takes anything.
func (t *Task) runApart(b *apart.Branch, w *crew.Worker) {
	s := t.scope
	b.Last(apart.Behind(func() { s.end(nil, 1, false) }))
	w.Arrive(b)
	defer func() {
		w.Part()
		s.result.edge.Release()
		w.Crew.Turns.Ended.Release()
	}()
	crew.Loot{Work: t}.Run(w)
}

// runOne runs a branch of s that waits for a turn, for c's goroutine, which waits for s.
func (c *Spawned) runOne(s *Scope) bool {
	w := c.worker
	w.Publish() // since it waits for the branch, which may wait for what is w's
	w.LeaveRoom()
	return w.Crew.Turns.RunOne(s)
}
