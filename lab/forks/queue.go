package forks

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/policy"
)

// queue is what a worker needs of a deque.
type queue[A, R any] interface {
	Push(t *task[A, R]) bool
	Pop() (*task[A, R], deque.Outcome)
	Steal() (*task[A, R], deque.Outcome)
	Counts() deque.Counts
}

// bounded is the capacity of the deques that have one. Arbitrary, not measured.
const bounded = 1 << 13

func newQueue[A, R any](kind policy.Deque) queue[A, R] {
	switch kind {
	case policy.DequeABP:
		return deque.NewABP[task[A, R]](bounded)
	case policy.DequeChaseLev:
		return new(deque.ChaseLev[task[A, R]])
	case policy.DequeStealHalf:
		return deque.NewStealHalf[task[A, R]](bounded)
	case policy.DequeSplit:
		return serving[A, R]{deque.NewSplit[task[A, R]](false)}
	}
	return new(deque.Locked[task[A, R]])
}

// serving is a Split whose owner looks for requests at each push and pop.
type serving[A, R any] struct{ *deque.Split[task[A, R]] }

func (q serving[A, R]) Push(t *task[A, R]) bool {
	ok := q.Split.Push(t)
	q.Poll()
	return ok
}

func (q serving[A, R]) Pop() (*task[A, R], deque.Outcome) {
	q.Poll()
	return q.Split.Pop()
}
