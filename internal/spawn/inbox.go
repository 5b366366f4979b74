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

// inbox holds the bodies of a scope's tasks that are on no worker's queue, oldest first: from lo on. Under
// the scope's lock.
type inbox struct {
	bodies []any
	lo     int
}

// fewTasks is how many an inbox has room for at first. Arbitrary.
const fewTasks = 8

func (b *inbox) len() int { return len(b.bodies) - b.lo }

// put adds a task.
func (b *inbox) put(body any) {
	switch {
	case b.bodies == nil:
		b.bodies = make([]any, 0, fewTasks)
	case len(b.bodies) == cap(b.bodies) && b.lo > len(b.bodies)/2: // there is room in front
		n := copy(b.bodies, b.bodies[b.lo:])
		clear(b.bodies[n:])
		b.bodies, b.lo = b.bodies[:n], 0
	}
	b.bodies = append(b.bodies, body)
}

// take removes the oldest tasks, up to half of them all, and as many as into has room for. It
// returns how many.
func (b *inbox) take(into []any) int {
	n := min(len(into), (b.len()+1)/2)
	taken := b.bodies[b.lo : b.lo+n]
	copy(into, taken)
	clear(taken)
	if b.lo += n; b.lo == len(b.bodies) {
		b.bodies, b.lo = b.bodies[:0], 0
	}
	return n
}

// Put adds a task to the inbox and reports whether it is the only one there.
func (s *Scope) Put(body any) (first bool) {
	s.mu.Lock()
	if first = s.inbox.len() == 0; first {
		s.Board.add(s) // ORDER: before the lock is free: listed as long as not empty (B1)
	}
	s.inbox.put(body)
	s.check()
	s.mu.Unlock()
	return first
}

// take is that of the inbox, for anyone.
func (s *Scope) take(into []any) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = s.inbox.take(into); n > 0 && s.inbox.len() == 0 {
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
