package spawn

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// queue is what the scheduler needs of a deque of tasks.
type queue interface {
	Push(t *Task) bool
	Pop() (*Task, deque.Outcome)
	Steal() (*Task, deque.Outcome)
	Len() int
}

// maxBatch is how many tasks change hands at once, at most: at 32 the locks and the changes of
// the word of internal/sleep that a batch costs come to a few nanoseconds a task.
const maxBatch = 32

// bounded is the capacity of the deques that have one: beyond it a
// spawned task goes to the injector. Arbitrary, not measured.
const bounded = 1 << 13

// newQueue returns the queue of one worker.
func newQueue(config crew.Config) queue {
	switch config.Deque {
	case policy.DequeABP:
		return deque.NewABP[Task](bounded)
	case policy.DequeChaseLev:
		return new(deque.ChaseLev[Task])
	case policy.DequeStealHalf:
		return deque.NewStealHalf[Task](bounded)
	case policy.DequeSplit:
		return newSplitQueue(config)
	}
	return new(deque.Locked[Task])
}

// push adds t at the bottom, or reports that the queue is full. It also reports whether t has to be
// posted: not if there has been another task all the time (doc.go, "Left behind").
func (c *Spawned) push(t *Task) (ok, posts bool) {
	if q := c.locked; q != nil {
		return true, q.Put(t)
	}
	return c.queue.Push(t), true
}

// pop removes the youngest task, and tries again where the deque lost a race.
func pop(q queue) *Task {
	for {
		t, outcome := q.Pop()
		if outcome != deque.Lost {
			return t
		}
	}
}

// stealFrom takes the oldest task of q. If the policy says so and the deque can, it takes up
// to half of what q has more than c's queue. All but one go there, and that one it returns:
// the oldest from Locked, the youngest of them from StealHalf, which moves them by itself.
func (c *Spawned) stealFrom(q queue) (t *Task, raced bool) {
	if c.worker.Crew.Config.Amount == policy.AmountOne {
		t, outcome := q.Steal()
		return t, outcome == deque.Lost
	}
	attended := c.board.attending.Load()
	switch victim := q.(type) {
	case *deque.Locked[Task]:
		return c.stealBatch(victim, attended), false
	case *deque.StealHalf[Task]:
		n, outcome := victim.StealInto(c.queue.(*deque.StealHalf[Task]))
		if n == 0 {
			return nil, outcome == deque.Lost
		}
		if n > 1 {
			c.arrived(attended)
		}
		return pop(c.queue), false
	}
	t, outcome := q.Steal()
	return t, outcome == deque.Lost
}

// stealBatch takes half of what q has more than c's queue. It returns the oldest, or nil,
// and puts the rest on c's queue.
func (c *Spawned) stealBatch(q *deque.Locked[Task], attended bool) *Task {
	if q.Empty() { // then batch need not be cleared either, and the lock stays free
		return nil
	}
	var batch [maxBatch]*Task
	if n, _ := q.StealHalf(batch[:], c.queue.Len()); n > 1 {
		c.keep(batch[1:n], attended)
	}
	return batch[0]
}

// share returns how many of the n tasks of an inbox c takes at once: half, if its queue
// takes a batch and the policy says so.
func (c *Spawned) share(n int) int {
	if _, ok := c.queue.(*deque.Locked[Task]); ok && c.worker.Crew.Config.Amount == policy.AmountHalf {
		return min((n+1)/2, maxBatch)
	}
	return min(n, 1)
}

// keep puts what came with a task that c took on its queue. attended is for arrived.
func (c *Spawned) keep(rest []*Task, attended bool) {
	c.queue.(*deque.Locked[Task]).PushAll(rest)
	c.arrived(attended)
}

// arrived is called after tasks that were on their way can be found on a queue again. It is told whether
// they were attended (attend.go) before they were taken.
//
// ORDER: after they can be found. A worker that looked while they were on their way found nothing, and may be
// asleep; and the timer of Attend found nothing, and may have ended.
func (c *Spawned) arrived(attended bool) {
	c.worker.Crew.Sleep.Post()
	if attended {
		c.board.Attend()
	}
}

// splitQueue is a Split whose owner looks for requests at each push. It begins
// with a request, since workers may sleep that have never seen it.
type splitQueue struct{ *deque.Split[Task] }

func newSplitQueue(config crew.Config) splitQueue {
	q := splitQueue{deque.NewSplit[Task](config.Expose == policy.ExposeHalf)}
	q.Request()
	return q
}

// Push pushes t and answers a request.
func (q splitQueue) Push(t *Task) bool {
	ok := q.Split.Push(t)
	q.Poll()
	return ok
}

// private returns how many tasks in q only its owner can see.
func private(q queue) int {
	if split, ok := q.(splitQueue); ok {
		return split.Private()
	}
	return 0
}
