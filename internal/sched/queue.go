package sched

import (
	"fmt"

	"github.com/skua-go/skua/deque"
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
	Typed Kind = iota // forks on typed stacks, spawned tasks in a locked deque
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

func (k Kind) queue(config Config) queue {
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

// stealFrom takes the oldest task of q, or with it, into own, up to half of what
// q has more, where the deque can and the policy says so.
func (w *Worker) stealFrom(q, own queue) (t *Task, lost bool) {
	t, outcome := q.Steal()
	return t, outcome == deque.Lost
}
