package spawn

import "github.com/skua-go/skua/internal/crew"

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
