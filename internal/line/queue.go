package line

// Queue holds the tasks in the inbox of a scope, the oldest first. The zero Queue is empty. It is
// under the scope's lock.
type Queue struct {
	tasks []any // from lo on
	lo    int
}

// fewTasks is how many tasks a queue has room for at first. Arbitrary.
const fewTasks = 8

// Len returns how many tasks there are.
func (q *Queue) Len() int { return len(q.tasks) - q.lo }

// Put adds a task.
func (q *Queue) Put(task any) {
	switch {
	case q.tasks == nil:
		q.tasks = make([]any, 0, fewTasks)
	case len(q.tasks) == cap(q.tasks) && q.lo > len(q.tasks)/2: // there is room in front
		n := copy(q.tasks, q.tasks[q.lo:])
		clear(q.tasks[n:])
		q.tasks, q.lo = q.tasks[:n], 0
	}
	q.tasks = append(q.tasks, task)
}

// Take removes the oldest tasks, up to half of them all, and as many as into has room for. It
// returns how many.
func (q *Queue) Take(into []any) int {
	n := min(len(into), (q.Len()+1)/2)
	taken := q.tasks[q.lo : q.lo+n]
	copy(into, taken)
	clear(taken)
	if q.lo += n; q.lo == len(q.tasks) {
		q.tasks, q.lo = q.tasks[:0], 0
	}
	return n
}
