package spawn

// slabTasks is how many tasks a worker allocates at a time: 984 bytes, which with the collector's word before
// them fill a block of 1,024. It lives as long as one of its tasks.
const slabTasks = 41

// Task is a spawned task: what queues hold.
type Task struct {
	scope *Scope
	body  any // the facade's; in a *turn if the program has reducers, and that in a *watch.Body if somebody watches; or a branch
}

// task returns a new task from the worker's slab. Owner only.
func (c *Spawned) task(s *Scope, body any) *Task {
	if len(c.slab) == 0 {
		c.slab = make([]Task, slabTasks)
	}
	t := &c.slab[0]
	c.slab = c.slab[1:]
	t.scope, t.body = s, body
	return t
}

// Put adds a task to the inbox and reports whether it is the only one there.
func (s *Scope) Put(body any) (first bool) {
	s.mu.Lock()
	if first = s.inbox.Len() == 0; first {
		s.Board.add(s) // ORDER: before the lock is free: listed as long as not empty (B1)
	}
	s.inbox.Put(body)
	s.check()
	s.mu.Unlock()
	return first
}

// take removes tasks from the inbox (line.Queue), for anyone.
func (s *Scope) take(into []any) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = s.inbox.Take(into); n > 0 && s.inbox.Len() == 0 {
		s.Board.remove(s)
	}
	s.check()
	return n
}

// Forsake ends the tasks in the inbox, which have not begun, if the job was cancelled and no steal
// schedule has to tell of them. The caller need not be a worker.
func (s *Scope) Forsake() {
	var body [1]any
	for s.Job.Cancelled() && s.Board.Crew.Watch.Steals == nil && s.take(body[:]) > 0 {
		s.Fail(s.Job.Cause(), nil)
		s.end(nil, 1, false)
	}
}

// arrive removes the oldest tasks of the inbox of s: one, which it returns, and more for c's queue.
func (c *Spawned) arrive(s *Scope) *Task {
	var bodies [maxBatch]any
	n := s.take(bodies[:])
	if n == 0 {
		return nil
	}
	var batch [maxBatch]*Task
	for k, body := range bodies[:n] {
		batch[k] = c.task(s, body)
	}
	if n > 1 {
		c.keep(batch[1:n], true)
	}
	return batch[0]
}
