package spawn

import (
	"context"
	"fmt"
	"strings"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
)

// Spawned is what one worker has of spawned tasks: those that are its own to run, and
// the scopes that it has to wait for. Thieves take from the queue; all else is the owner's.
//
//	O1  queue and board are constant.
//	O2  levels are those of the segment and of the calls and tasks above it. A scope that home
//	    lists is on the list of its level, once; none outlives its level. A level serves a scope
//	    until the series that runs there settles.
//	O3  A task is on one queue, in one inbox, held back by a limit, on its way between two of
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

// Check says whether tasks are left.
func (c *Spawned) Check() error {
	if n := c.queue.Len(); n != 0 {
		return fmt.Errorf("%d tasks left", n)
	}
	return nil
}

// Describe tells how many tasks thieves may take.
func (c *Spawned) Describe(b *strings.Builder) { fmt.Fprintf(b, ", %d spawned", c.queue.Len()) }
