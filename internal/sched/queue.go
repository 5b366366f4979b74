package sched

import (
	"fmt"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/policy"
)

// queue is what the scheduler needs of a deque of tasks.
type queue interface {
	Push(t *Task) bool
	Pop() (*Task, deque.Outcome)
	Steal() (*Task, deque.Outcome)
	Len() int
}

// Kind says which deque holds spawned tasks, and whether it carries forks too.
type Kind uint8

const (
	Typed Kind = iota // forks on typed stacks, spawned tasks in a locked deque of batches
	ABP
	ChaseLev
	StealHalf
	Split
	Locked
)

var kindNames = []string{"typed", "abp", "chaselev", "stealhalf", "split", "locked"}

// ParseKind returns the kind of that name.
func ParseKind(name string) (Kind, error) {
	for i, n := range kindNames {
		if n == name {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("deque %q is none of %q", name, kindNames)
}

// maxBatch is how many tasks change hands at once: at 32 the locks and the words
// of internal/sleep that a batch costs come to few nanoseconds a task.
const maxBatch = 32

// bounded is the capacity of the deques that have one: beyond it a fork runs
// inline and a spawned task goes to the injector. Arbitrary, not measured.
const bounded = 1 << 13

func (k Kind) queue(config Config) queue {
	switch k {
	case ABP:
		return deque.NewABP[Task](bounded)
	case ChaseLev:
		return new(deque.ChaseLev[Task])
	case StealHalf:
		return deque.NewStealHalf[Task](bounded)
	case Split:
		return newSplitQueue(config)
	}
	return new(deque.Locked[Task])
}

// pop removes the youngest task, and tries again where the deque lost a race.
func pop(q queue) *Task {
	for {
		t, outcome := q.Pop()
		if outcome != deque.Lost {
			return t
		}
	}
}

// stealFrom takes the oldest task of q. If the policy says so and the deque can, it
// takes up to half of what q has more than own: all but the task that it returns go
// into own.
func (w *Worker) stealFrom(q, own queue) (t *Task, lost bool) {
	if w.pool.config.Amount == policy.AmountOne {
		t, outcome := q.Steal()
		return t, outcome == deque.Lost
	}
	switch victim := q.(type) {
	case *deque.Locked[Task]:
		if own == w.queue { // not of forks, which keep would put among the spawned tasks
			return w.stealBatch(victim, own.Len()), false
		}
	case *deque.StealHalf[Task]:
		n, outcome := victim.StealInto(own.(*deque.StealHalf[Task]))
		if n == 0 {
			return nil, outcome == deque.Lost
		}
		return pop(own), false
	}
	t, outcome := q.Steal()
	return t, outcome == deque.Lost
}

// stealBatch takes half of what q has more than w's queue, which has own tasks. It
// returns the oldest, or nil, and puts the rest on w's queue.
func (w *Worker) stealBatch(q *deque.Locked[Task], own int) *Task {
	if q.Len() == 0 { // then batch need not be cleared either
		return nil
	}
	var batch [maxBatch]*Task
	if n, _ := q.StealHalf(batch[:], own); n > 1 {
		w.keep(batch[1:n])
	}
	return batch[0]
}

// share returns how many of the n tasks of an inbox w takes at once: half, if its queue
// takes a batch and the policy says so.
func (w *Worker) share(n int) int {
	if _, ok := w.queue.(*deque.Locked[Task]); ok && w.pool.config.Amount == policy.AmountHalf {
		return min((n+1)/2, maxBatch)
	}
	return min(n, 1)
}

// keep puts what came with a task that w took on its queue.
func (w *Worker) keep(rest []*Task) {
	w.queue.(*deque.Locked[Task]).PushAll(rest)
	// ORDER: after they can be found. A worker that looked while they were on their
	// way found nothing, and may be asleep.
	w.pool.sleep.Post()
}
