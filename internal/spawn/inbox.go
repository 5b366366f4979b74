package spawn

// slabTasks is how many tasks are allocated at a time: a worker's slab is 984 bytes, an inbox's
// 1,016, and with the collector's word before them both fill a block of 1,024. It lives as long as
// one of its tasks.
const slabTasks = 41

// fewTasks is how many a scope has room for itself, so that one with a task or two
// makes no slab: with other things in the caches it took 2 µs of a shared AMD EPYC, 22 November 2026.
const fewTasks = 2

// Task is a spawned task: what queues and inboxes hold.
type Task struct {
	scope *Scope
	body  any // the facade's; in a *turn if the program has reducers, and that in a *watch.Body if somebody watches; or a branch
}

// task returns a new task from the worker's slab. Owner only.
//
// NOT: take a task that has ended here. A tree of 100,000 takes a tenth less time then, and half the
// memory (AMD EPYC, family 26, model 2). But tasks that came from an inbox lie in their scope, or in a
// slab that knows the next one: a worker that kept one kept a dropped pool alive (TestClose_dropped, with
// -race).
func (c *Spawned) task(s *Scope, body any) *Task {
	if len(c.slab) == 0 {
		c.slab = make([]Task, slabTasks)
	}
	t := &c.slab[0]
	c.slab = c.slab[1:]
	t.scope, t.body = s, body
	return t
}

// inbox holds a scope's tasks that are on no worker's queue, oldest first, in slabs of its own: from
// lo of the first on. The last stays when it is empty. Under the scope's lock.
type inbox struct {
	first, last *slab
	lo          int
	n           int
}

// slab has room for as many tasks as the capacity of tasks says.
type slab struct {
	tasks []Task
	next  *slab
}

// fewSlab is a slab inside a scope.
type fewSlab struct {
	slab
	array [fewTasks]Task
}

func (s *fewSlab) init() *slab {
	s.tasks = s.array[:0]
	return &s.slab
}

func newSlab() *slab {
	s := new(struct {
		slab
		array [slabTasks]Task
	})
	s.tasks = s.array[:0]
	return &s.slab
}

// put adds a task.
func (b *inbox) put(s *Scope, body any) {
	switch {
	case b.last == nil:
		b.last = s.few.init()
		b.first = b.last
	case len(b.last.tasks) == cap(b.last.tasks):
		b.last.next = newSlab()
		b.last = b.last.next
	}
	b.last.tasks = append(b.last.tasks, Task{s, body})
	b.n++
}

// take removes the oldest tasks, up to half of them all, and as many as into has room for. It
// returns how many.
func (b *inbox) take(into []*Task) int {
	n := min(len(into), (b.n+1)/2)
	for k := range n {
		if b.lo == len(b.first.tasks) {
			b.first, b.lo = b.first.next, 0
		}
		into[k] = &b.first.tasks[b.lo]
		b.lo++
	}
	b.n -= n
	return n
}

// Put adds a task to the inbox and reports whether it is the only one there.
func (s *Scope) Put(body any) (first bool) {
	s.mu.Lock()
	if first = s.inbox.n == 0; first {
		s.Board.add(s) // ORDER: before the lock is free: listed as long as not empty (B1)
	}
	s.inbox.put(s, body)
	s.check()
	s.mu.Unlock()
	return first
}

// take is that of the inbox, for anyone.
func (s *Scope) take(into []*Task) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = s.inbox.take(into); n > 0 && s.inbox.n == 0 {
		s.Board.remove(s)
	}
	s.check()
	return n
}

// Forsake ends the tasks in the inbox, which have not begun, if the job was cancelled and no steal
// schedule has to tell of them. The caller need not be a worker.
func (s *Scope) Forsake() {
	var t [1]*Task
	for s.Job.Cancelled() && s.Board.Crew.Watch.Steals == nil && s.take(t[:]) > 0 {
		*t[0] = Task{} // its slab may live on
		s.Fail(s.Job.Cause(), nil)
		s.end(nil, 1, false)
	}
}

// arrive removes the oldest tasks of the inbox of s: one, which it returns, and more for c's queue.
func (c *Spawned) arrive(s *Scope) *Task {
	var batch [maxBatch]*Task
	if n := s.take(batch[:]); n > 1 {
		c.keep(batch[1:n], true)
	}
	return batch[0]
}
