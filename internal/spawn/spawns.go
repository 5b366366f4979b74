package spawn

import (
	"context"
	"fmt"
	"strings"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/crew"
)

// Order is the place of this kind in the order in which a thief looks.
const Order = 2

// Spawned is what one worker has of spawned tasks: those that are its own to run, and
// the scopes that it has to wait for. Thieves take from the queue; all else is the owner's.
//
//	O1  queue, board and Lengths are constant.
//	O2  levels are those of the segment and of the calls and tasks above it. A scope that home
//	    lists is on the list of its level, once; none outlives its level.
//	O3  A task is on one queue, in one inbox, held back by a limit, on its way between two of
//	    these in the hands of one worker, or runs.
type Spawned struct {
	worker  *crew.Worker
	board   *Board // the pool's
	queue   queue
	locked  *deque.Locked[Task]  // the queue, if it is one, or nil
	slab    []Task               // for the tasks that it spawns next
	levels  []level              // of scopes that are not waited for; the present one comes last
	serving []service            // whose tasks run here, each above the one before
	Lengths func(worker int) int // length, bound once
}

// New returns what a new worker has of spawned tasks.
func New(w *crew.Worker, b *Board) *Spawned {
	c := &Spawned{worker: w, board: b, queue: newQueue(w.Crew.Config), levels: make([]level, 1)}
	c.locked, _ = c.queue.(*deque.Locked[Task])
	c.Lengths = c.length
	return c
}

// Of returns what w has of spawned tasks.
func Of(w *crew.Worker) *Spawned { return w.Kinds[Order].(*Spawned) }

// Muted reports that no task is private, so that nobody need ask.
func (c *Spawned) Muted() bool {
	_, asked := c.queue.(splitQueue)
	return !asked
}

// Ask requests private tasks of the queue.
func (c *Spawned) Ask(bool) {
	if split, ok := c.queue.(splitQueue); ok {
		split.Request()
	}
}

// Answer answers a request for tasks of the queue.
func (c *Spawned) Answer() {
	if split, ok := c.queue.(splitQueue); ok && split.Poll() > 0 {
		c.worker.Crew.Sleep.Post()
	}
}

// Steal takes one task and, if the deque can give several, more for the thief's own queue: up to
// half of what the owner's has more than the thief's.
func (c *Spawned) Steal(thief *crew.Worker, ask bool) (l crew.Loot, ok, again bool) {
	t, raced := Of(thief).stealFrom(c.queue)
	if t != nil {
		return crew.Loot{Work: t}, true, false
	}
	return crew.Loot{}, false, thief.Passed(raced)
}

// Publish makes all tasks of the queue public.
func (c *Spawned) Publish() {
	if split, ok := c.queue.(splitQueue); ok && split.Expose(split.Private()) > 0 {
		c.worker.Crew.Sleep.Post()
	}
}

// Waiting counts the tasks that thieves may take.
func (c *Spawned) Waiting() (n int, anyone bool) { return c.queue.Len(), true }

// Abandon stops and waits for the scopes of this segment that were not waited for.
func (c *Spawned) Abandon() {
	for c.levels[c.top()].scopes != nil {
		s := c.levels[c.top()].scopes
		s.Fail(context.Canceled, nil)
		r := s.round.Load()
		s.Wait(c.worker, r)
		r.edge.Acquire()
	}
}

// Check says whether tasks are left.
func (c *Spawned) Check() error {
	if n := c.held(); n != 0 {
		return fmt.Errorf("%d tasks left", n)
	}
	return nil
}

// Describe tells how many tasks thieves may take.
func (c *Spawned) Describe(b *strings.Builder) { fmt.Fprintf(b, ", %d spawned", c.queue.Len()) }
