package sched

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

// maxBatch is how many tasks change hands at once: at 32 the locks and the words
// of internal/sleep that a batch costs come to few nanoseconds a task.
const maxBatch = 32

// batchQueue is the queue of spawned tasks of a pool with typed stacks: a deque
// under a lock whose thieves take half. The lock makes that sound, which with a
// CAS it is not: an owner's pop may pass a bulk claim. Push and Pop cost about as
// much as those of ChaseLev, whose owner stores twice.
//
// Invariants: the tasks are tasks[head:], oldest first; size is their number
// whenever the lock is free.
type batchQueue struct {
	mu    park.Mutex
	tasks []*Task
	head  int
	size  atomic.Int64
}

// Push adds t as the youngest and returns true.
func (q *batchQueue) Push(t *Task) bool {
	q.mu.Lock()
	q.room()
	q.tasks = append(q.tasks, t)
	q.resize()
	q.mu.Unlock()
	return true
}

// PushAll adds tasks so that they are popped in their order.
func (q *batchQueue) PushAll(tasks []*Task) {
	q.mu.Lock()
	q.room()
	for _, t := range slices.Backward(tasks) {
		q.tasks = append(q.tasks, t)
	}
	q.resize()
	q.mu.Unlock()
}

// Pop removes the youngest task.
func (q *batchQueue) Pop() (*Task, deque.Outcome) {
	if t := q.PopOf(nil); t != nil {
		return t, deque.Got
	}
	return nil, deque.Empty
}

// PopOf removes the youngest task if it is one of s, or if s is nil.
func (q *batchQueue) PopOf(s *Scope) *Task {
	q.mu.Lock()
	last := len(q.tasks) - 1
	if last < q.head || s != nil && q.tasks[last].scope != s {
		q.mu.Unlock()
		return nil
	}
	t := q.tasks[last]
	q.tasks[last] = nil
	q.tasks = q.tasks[:last]
	q.resize()
	q.mu.Unlock()
	return t
}

// Steal removes the oldest task.
func (q *batchQueue) Steal() (*Task, deque.Outcome) {
	var one [1]*Task
	if q.StealHalf(one[:]) == 0 {
		return nil, deque.Empty
	}
	return one[0], deque.Got
}

// StealHalf removes the older half of the tasks, or as many as into has room for,
// oldest first, and returns how many.
func (q *batchQueue) StealHalf(into []*Task) int {
	if q.size.Load() == 0 { // empty at this instant, and the lock stays free for the owner
		return 0
	}
	q.mu.Lock()
	have := q.tasks[q.head:]
	n := copy(into, have[:(len(have)+1)/2])
	clear(have[:n])
	q.head += n
	q.resize()
	q.mu.Unlock()
	return n
}

// Len returns the number of tasks at some instant of the call.
func (q *batchQueue) Len() int { return int(q.size.Load()) }

// room moves the tasks to the front where they would need a larger array, but
// half of this one is free. Under mu.
func (q *batchQueue) room() {
	if len(q.tasks) == cap(q.tasks) && q.head >= cap(q.tasks)/2 {
		n := copy(q.tasks, q.tasks[q.head:])
		clear(q.tasks[n:])
		q.tasks, q.head = q.tasks[:n], 0
	}
}

// resize is under mu.
func (q *batchQueue) resize() {
	n := len(q.tasks) - q.head
	if n == 0 {
		q.tasks, q.head = q.tasks[:0], 0
	}
	// ORDER: under the lock; a thief that loads 0 linearises its Empty here.
	q.size.Store(int64(n))
}

// share returns how many of n tasks w takes at once: half, where its queue takes
// a batch.
func (w *Worker) share(n int) int {
	if _, ok := w.queue.(*batchQueue); ok {
		return min((n+1)/2, maxBatch)
	}
	return min(n, 1)
}

// keep puts what came with a task that w took on its queue.
func (w *Worker) keep(rest []*Task) {
	w.queue.(*batchQueue).PushAll(rest)
	// ORDER: after they can be found. Who looked while they were on their way
	// found nothing, and may be asleep.
	w.pool.sleep.Post()
}
