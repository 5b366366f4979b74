package spawn

import (
	"context"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
)

// maxBatch is how many tasks change hands at once, at most: at 32 the locks and the changes of
// the word of internal/sleep that a batch costs come to a few nanoseconds a task.
const maxBatch = 32

// Spawned is what one worker has of spawned tasks: those that are its own to run, and
// the scopes that it has to wait for. Thieves take from the queue; all else is the owner's.
//
//	O1  levels are those of the segment and of the calls and tasks above it. A scope that home
//	    lists is on the list of its level, once; none outlives its level. A level serves a scope
//	    until the series that runs there settles.
//	O2  A task is on one queue, in one inbox, held back by a limit, on its way between two of
//	    these in the hands of one worker, or runs.
type Spawned struct {
	worker *crew.Worker
	board  *Board // the pool's
	queue  *deque.Locked[Task]
	_      pad.Line // thieves read what is above at each look

	slab   []Task  // for the tasks that it spawns next
	levels []level // the present one comes last
	series series  // of the segment, if it is one of spawned tasks
}

// New returns what a new worker has of spawned tasks.
func New(w *crew.Worker, b *Board) *Spawned {
	return &Spawned{worker: w, board: b, queue: new(deque.Locked[Task]), levels: make([]level, 1)}
}

// Of returns what w has of spawned tasks.
func Of(w *crew.Worker) *Spawned { return w.Kinds[crew.Tasks].(*Spawned) }

// Steal takes one task, and more for the thief's own queue: up to half of what the owner's has more
// than the thief's.
func (c *Spawned) Steal(thief *crew.Worker, _ bool) (l crew.Loot, ok, again bool) {
	t := Of(thief).stealFrom(c.queue)
	return crew.Loot{Work: t}, t != nil, false
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
// attended (Board.Attend) before they were taken.
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

// Next pops the worker's own queue. A worker that is one too many leaves these tasks
// to other workers; so does one whose token is gone, unless a token is free.
func (c *Spawned) Next() (crew.Loot, bool) {
	w := c.worker
	if c.queue.Empty() {
		return crew.Loot{}, false
	}
	switch {
	case w.Tokenless && w.Crew.Sleep.TakeFreeToken():
		w.Tokenless = false
	case w.Tokenless || w.Crew.Excess():
		w.Tokenless = true
		c.Flush()
		return crew.Loot{}, false
	}
	t := c.pop()
	return crew.Loot{Work: t}, t != nil
}

// Flush moves the worker's own tasks where every worker looks.
func (c *Spawned) Flush() {
	for t := c.pop(); t != nil; t = c.pop() {
		t.move()
	}
}

// move puts the task into its scope's inbox. Its slab may live on.
func (t *Task) move() {
	s, body := t.scope, t.body
	*t = Task{}
	s.inject(body)
}

// pop removes the youngest task of the queue.
func (c *Spawned) pop() *Task {
	t, _ := c.queue.Pop()
	return t
}

// Waiting counts the tasks that thieves may take.
func (c *Spawned) Waiting() (n int, anyone bool) { return c.queue.Len(), true }

// Abandon stops and waits for the scopes of this segment that were not waited for.
func (c *Spawned) Abandon() {
	for c.levels[c.top()].scopes != nil {
		s := c.levels[c.top()].scopes
		s.Fail(context.Canceled, nil)
		s.Wait(c.worker)
	}
}
