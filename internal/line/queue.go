package line

// Queue holds the tasks in the inbox of a scope, the oldest first. The zero Queue is empty. It is
// under the scope's lock: so it is a list of blocks, and to put a task, or to take some, never moves the
// others, of which there may be a million.
type Queue struct {
	oldest, newest *block // nil if there never was a task; newest.next is empty, to be used again, or nil
	lo             int    // tasks of oldest that are gone
	n              int
}

// block is a part of a queue. Its successor is twice as large, up to mostTasks.
type block struct {
	tasks []any
	next  *block
}

// How many tasks a block has room for: the first one, and any other at most. Arbitrary.
const (
	fewTasks  = 8
	mostTasks = 1024
)

// Len returns how many tasks there are.
func (q *Queue) Len() int { return q.n }

// Put adds a task.
func (q *Queue) Put(task any) {
	switch b := q.newest; {
	case b == nil:
		q.newest = &block{tasks: make([]any, 0, fewTasks)}
		q.oldest = q.newest
	case len(b.tasks) == cap(b.tasks):
		if b.next == nil {
			b.next = &block{tasks: make([]any, 0, min(2*len(b.tasks), mostTasks))}
		}
		q.newest = b.next
	}
	q.newest.tasks = append(q.newest.tasks, task)
	q.n++
}

// Take removes the oldest tasks, up to half of them all, and as many as into has room for. It
// returns how many.
func (q *Queue) Take(into []any) (n int) {
	into = into[:min(len(into), (q.n+1)/2)]
	for n < len(into) {
		taken := q.oldest.tasks[q.lo:]
		k := copy(into[n:], taken)
		clear(taken[:k])
		n += k
		if q.lo += k; q.lo == len(q.oldest.tasks) {
			q.leave()
		}
	}
	q.n -= n
	return n
}

// leave goes on to the block after the oldest, whose tasks are gone. That one is for tasks to come, if it is
// the only one, or as large as a block can be.
func (q *Queue) leave() {
	b := q.oldest
	b.tasks, q.lo = b.tasks[:0], 0
	if b == q.newest {
		return
	}
	q.oldest, b.next = b.next, nil
	if q.newest.next == nil && cap(b.tasks) == mostTasks {
		q.newest.next = b
	}
}
