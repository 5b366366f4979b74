package spawn

import "github.com/skua-go/skua/internal/crew"

// Next pops the worker's own queue. A worker that is one too many leaves these tasks
// to other workers; so does one whose token is gone, unless a token is free.
func (c *Spawned) Next() (crew.Loot, bool) {
	w := c.worker
	if c.empty() {
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
	c.balance()
	c.Answer() // between two tasks, since these may ask nothing of skua
	t := pop(c.queue)
	if t == nil {
		return crew.Loot{}, false
	}
	return crew.Loot{Work: t}, true
}

// held returns how many spawned tasks are the worker's to run or to leave.
func (c *Spawned) held() int { return c.queue.Len() + private(c.queue) }

// empty reports whether held returns 0: without the lock that a queue may take to count.
func (c *Spawned) empty() bool {
	if q := c.locked; q != nil {
		return q.Empty()
	}
	return c.held() == 0
}

// public reports whether thieves can find a task on the queue. Anyone.
func (c *Spawned) public() bool {
	if q := c.locked; q != nil {
		return !q.Empty()
	}
	return c.queue.Len() > 0
}

// balance tries to even out the queue of spawned tasks with another's, if it is
// time.
func (c *Spawned) balance() {
	w := c.worker
	if w.Crew.Config.Balance.OnEmpty() {
		return // before the queue is asked for its length, which takes its lock
	}
	n := c.queue.Len()
	if n == 0 || !w.Crew.Config.Balance.Due(&w.Memory, w.Random.Next(), n) {
		return
	}
	all := w.Crew.All.Entries()
	v := all[w.Crew.Config.Victim.First(&w.Memory, w.Random.Next(), len(all), c.Lengths)].Load()
	if v == nil || v == w || Of(v).queue.Len() <= n {
		return
	}
	attended := c.board.attending.Load()
	if t, _ := c.stealFrom(Of(v).queue); t != nil {
		w.Count.Steals.Add(1)
		if !c.queue.Push(t) {
			t.move()
			return
		}
		c.arrived(attended)
	}
}

// length returns how many spawned tasks the worker of that entry has.
func (c *Spawned) length(at int) int {
	if all := c.worker.Crew.All.Entries(); at < len(all) { // the list may be a newer one
		if v := all[at].Load(); v != nil {
			return Of(v).queue.Len()
		}
	}
	return 0
}

// Flush moves the worker's own tasks where every worker looks.
func (c *Spawned) Flush() {
	for t := pop(c.queue); t != nil; t = pop(c.queue) {
		t.move()
	}
}

// move puts the task into its scope's inbox. Its slab may live on.
func (t *Task) move() {
	s, body := t.scope, t.body
	*t = Task{}
	s.inject(body)
}
