package spawn

import "github.com/skua-go/skua/deque"

// maxBatch is how many tasks change hands at once, at most: at 32 the locks and the changes of
// the word of internal/sleep that a batch costs come to a few nanoseconds a task.
const maxBatch = 32

// pop removes the youngest task of the queue.
func (c *Spawned) pop() *Task {
	t, _ := c.queue.Pop()
	return t
}

// stealFrom takes half of what v's queue has more than c's, but at least one: the oldest, which it
// returns, or nil, and the rest for c's queue.
func (c *Spawned) stealFrom(v *deque.Locked[Task]) *Task {
	attended := c.board.attended.On()
	if v.Empty() { // then batch need not be cleared either, and the lock stays free
		return nil
	}
	var batch [maxBatch]*Task
	if n, _ := v.StealHalf(batch[:], c.queue.Len()); n > 1 {
		c.keep(batch[1:n], attended)
	}
	return batch[0]
}

// keep puts what came with a task that c took on its queue. It is told whether the tasks were
// attended (attend.go) before they were taken.
//
// ORDER: Post comes after they can be found. A worker that looked while they were on their way found
// nothing, and may be asleep; and the timer of Attend found nothing, and may have ended.
func (c *Spawned) keep(rest []*Task, attended bool) {
	c.queue.PushAll(rest)
	c.worker.Crew.Sleep.Post()
	if attended {
		c.board.Attend()
	}
}
