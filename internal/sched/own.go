package sched

// next pops the worker's own queue. A worker that is one too many leaves these tasks
// to the others; so does one whose token is gone, unless a token is free.
func (c *Spawned) next() (Loot, bool) {
	w := c.worker
	if c.held() == 0 {
		return Loot{}, false
	}
	switch {
	case w.tokenless && w.crew.sleep.TakeTokenAbove(0):
		w.tokenless = false
	case w.tokenless || w.crew.excess():
		w.tokenless = true
		c.Flush()
		return Loot{}, false
	}
	c.balance()
	t := pop(c.queue)
	if t == nil {
		return Loot{}, false
	}
	return Loot{work: t}, true
}

// held returns how many spawned tasks are the worker's to run or to leave.
func (c *Spawned) held() int { return c.queue.Len() + private(c.queue) }

// balance tries to even out the queue of spawned tasks with another's, if it is
// time.
func (c *Spawned) balance() {
	w, n := c.worker, c.queue.Len()
	if n == 0 || !w.crew.config.Balance.Due(&w.memory, w.random.Next(), n) {
		return
	}
	all := w.crew.all.places()
	v := all[w.crew.config.Victim.First(&w.memory, w.random.Next(), len(all), c.lengths)].Load()
	if v == nil || v == w || spawnedOf(v).queue.Len() <= n {
		return
	}
	if t, _ := c.stealFrom(spawnedOf(v).queue); t != nil {
		w.count.steals.Add(1)
		if !c.queue.Push(t) {
			t.move()
		}
	}
}

// length returns how many spawned tasks the worker in that place has.
func (c *Spawned) length(at int) int {
	if all := c.worker.crew.all.places(); at < len(all) { // the list may be a newer one
		if v := all[at].Load(); v != nil {
			return spawnedOf(v).queue.Len()
		}
	}
	return 0
}

// Flush moves w's own spawned tasks where every worker looks.
func Flush(w *Worker) { spawnedOf(w).Flush() }

// Flush moves the worker's own tasks where everybody looks.
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
