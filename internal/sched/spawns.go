package sched

import (
	"context"
	"fmt"
	"strings"
)

// spawns is the place of this kind in the order in which a thief looks.
const spawns = 2

// Spawned is what one worker has of spawned tasks: those that are its own to run, and
// the scopes that it has to wait for. Thieves take from the queue; all else is the owner's.
type Spawned struct {
	worker  *Worker
	board   *board // the pool's
	queue   queue
	slab    []Task               // for the tasks that it spawns next
	scopes  *Scope               // made in this segment and not waited for yet
	serving []*Scope             // whose tasks run here, each above the one before
	lengths func(worker int) int // length, bound once
}

func newSpawned(w *Worker, b *board) *Spawned {
	c := &Spawned{worker: w, board: b, queue: newQueue(w.crew.config)}
	c.lengths = c.length
	return c
}

// spawnedOf returns what w has of spawned tasks.
func spawnedOf(w *Worker) *Spawned { return w.kinds[spawns].(*Spawned) }

// Ask requests private tasks of the queue.
func (c *Spawned) Ask(bool) {
	if split, ok := c.queue.(splitQueue); ok {
		split.Request()
	}
}

// Answer answers a request for tasks of the queue.
func (c *Spawned) Answer() {
	if split, ok := c.queue.(splitQueue); ok && split.Poll() > 0 {
		c.worker.crew.sleep.Post()
	}
}

// Take takes the oldest task, and up to half of the others for the thief's own queue.
func (c *Spawned) Take(thief *Worker, ask bool) (l Loot, ok, again bool) {
	t, raced := spawnedOf(thief).stealFrom(c.queue)
	if t != nil {
		return Loot{work: t}, true, false
	}
	return Loot{}, false, thief.passed(raced)
}

// Publish makes all tasks of the queue public.
func (c *Spawned) Publish() {
	if split, ok := c.queue.(splitQueue); ok && split.Expose(split.Private()) > 0 {
		c.worker.crew.sleep.Post()
	}
}

// Waiting counts the tasks that thieves may take.
func (c *Spawned) Waiting() (n int, anyone bool) { return c.queue.Len(), true }

// Reclaim has nothing to do: scopes outlive calls.
func (c *Spawned) Reclaim() {}

// Abandon stops and waits for the scopes of this segment that nobody waited for.
func (c *Spawned) Abandon() {
	for c.scopes != nil {
		s := c.scopes
		s.Fail(context.Canceled, nil)
		s.Wait(c.worker, s.round.Load())
	}
}

// Tidy has nothing to do.
func (c *Spawned) Tidy() {}

// Check says whether tasks are left.
func (c *Spawned) Check() error {
	if n := c.held(); n != 0 {
		return fmt.Errorf("%d tasks left", n)
	}
	return nil
}

// Describe tells how many tasks thieves may take.
func (c *Spawned) Describe(b *strings.Builder) { fmt.Fprintf(b, ", %d spawned", c.queue.Len()) }
