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
	case Locked:
		return new(deque.Locked[Task])
	}
	return new(batchQueue)
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

// stealFrom takes the oldest task of q, or with it, into own, up to half of what
// q has more, where the deque can and the policy says so. A batchQueue always
// gives half.
func (w *Worker) stealFrom(q, own queue) (t *Task, lost bool) {
	switch victim := q.(type) {
	case *batchQueue:
		return w.stealBatch(victim), false
	case *deque.StealHalf[Task]:
		if w.pool.config.Amount == policy.AmountOne {
			break
		}
		n, outcome := victim.StealInto(own.(*deque.StealHalf[Task]))
		if n == 0 {
			return nil, outcome == deque.Lost
		}
		return pop(own), false
	}
	t, outcome := q.Steal()
	return t, outcome == deque.Lost
}

// stealBatch takes the oldest task of q, and others for w's queue.
func (w *Worker) stealBatch(q *batchQueue) *Task {
	if q.Len() == 0 {
		return nil
	}
	var batch [maxBatch]*Task
	if n := q.StealHalf(batch[:]); n > 1 {
		w.keep(batch[1:n])
	}
	return batch[0]
}
