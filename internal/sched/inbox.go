package sched

// slabTasks is how many tasks are allocated at a time: a slab is 1,280 bytes, and
// lives as long as one of its tasks.
const slabTasks = 32

// Task is what a deque holds: a spawned task, or where forks go through a
// deque, the frame of one.
type Task struct {
	scope *Scope
	body  any

	stack *Stack // of a fork; nil for a spawned task
	frame uint32
}

// task returns a new task from the worker's slab. Owner only.
func (w *Worker) task(s *Scope, body any) *Task {
	if len(w.slab) == 0 {
		w.slab = make([]Task, slabTasks)
	}
	t := &w.slab[0]
	w.slab = w.slab[1:]
	t.scope, t.body = s, body
	return t
}

// inbox holds a scope's tasks from outside, oldest first, in slabs that it makes
// itself: [lo, …) of the first to […, hi) of the last. The last one stays when it
// is empty. Under the scope's lock.
type inbox struct {
	first, last *slab
	lo, hi      int
	n           int
}

type slab struct {
	tasks [slabTasks]Task
	next  *slab
}

// put adds a task.
func (b *inbox) put(s *Scope, body any) {
	switch {
	case b.last == nil:
		b.last = new(slab)
		b.first = b.last
	case b.hi == slabTasks:
		b.last.next = new(slab)
		b.last, b.hi = b.last.next, 0
	}
	t := &b.last.tasks[b.hi]
	t.scope, t.body = s, body
	b.hi++
	b.n++
}

// take removes the oldest tasks, as many as into has room for, and returns how
// many.
func (b *inbox) take(into []*Task) int {
	n := min(len(into), b.n)
	for k := range n {
		if b.lo == slabTasks {
			b.first, b.lo = b.first.next, 0
		}
		into[k] = &b.first.tasks[b.lo]
		b.lo++
	}
	b.n -= n
	return n
}
