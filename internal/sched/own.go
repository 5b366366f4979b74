package sched

// own pops the worker's own queue. A worker that is one too many leaves these tasks
// to the others; so does one whose token is gone, unless a token is free.
func (w *Worker) own() (loot, bool) {
	if w.held() == 0 {
		return loot{}, false
	}
	switch {
	case w.tokenless && w.pool.sleep.TakeTokenAbove(0):
		w.tokenless = false
	case w.tokenless || w.pool.excess():
		w.tokenless = true
		w.Flush()
		return loot{}, false
	}
	w.balance()
	t := pop(w.queue)
	return loot{task: t}, t != nil
}

// held returns how many spawned tasks are the worker's to run or to leave.
func (w *Worker) held() int { return w.queue.Len() + private(w.queue) }

// balance tries to even out the queue of spawned tasks with another's, if it is
// time.
func (w *Worker) balance() {
	n := w.queue.Len()
	if n == 0 || !w.pool.config.Balance.Due(&w.memory, w.random.Next(), n) {
		return
	}
	all := w.pool.all.places()
	v := all[w.pool.config.Victim.First(&w.memory, w.random.Next(), len(all), w.lengths)].Load()
	if v == nil || v == w || v.queue.Len() <= n {
		return
	}
	if t, _ := w.stealFrom(v.queue); t != nil {
		w.count.steals.Add(1)
		if !w.queue.Push(t) {
			t.move()
		}
	}
}

// length returns how many spawned tasks the worker in that place has.
func (w *Worker) length(at int) int {
	if all := w.pool.all.places(); at < len(all) { // the list may be a newer one
		if v := all[at].Load(); v != nil {
			return v.queue.Len()
		}
	}
	return 0
}

// Flush moves the worker's own tasks where everybody looks.
func (w *Worker) Flush() {
	for t := pop(w.queue); t != nil; t = pop(w.queue) {
		t.move()
	}
}

// move puts the task into its scope's inbox. Its slab may live on.
func (t *Task) move() {
	s, body := t.scope, t.body
	*t = Task{}
	s.inject(body)
}
