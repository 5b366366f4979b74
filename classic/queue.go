package classic

import "github.com/skua-go/skua/deque"

// queue is what a worker needs of a deque. Push and Pop are the owner's; Len, for a thief, is how many
// tasks it could find.
type queue interface {
	Push(t *task) bool
	Pop() (*task, deque.Outcome)
	Steal() (*task, deque.Outcome)
	Len() int
	Counts() deque.Counts
}

func newQueue(c Config, exposed func()) queue {
	switch c.Deque {
	case ABP:
		return deque.NewABP[task](c.Capacity)
	case StealHalf:
		return deque.NewStealHalf[task](c.Capacity)
	case Split, SplitHalf:
		return serving{deque.NewSplit[task](c.Deque == SplitHalf), exposed}
	case Locked:
		return new(deque.Locked[task])
	}
	return new(deque.ChaseLev[task])
}

// serving is a Split whose owner answers thieves whenever it pushes or pops. Whoever exposes tasks must
// look for sleepers then: the worker posts after each push, and Pop posts here.
type serving struct {
	*deque.Split[task]
	exposed func()
}

func (q serving) Push(t *task) bool {
	q.Split.Push(t)
	q.Poll()
	return true
}

func (q serving) Pop() (*task, deque.Outcome) {
	if q.Poll() > 0 {
		q.exposed()
	}
	return q.Split.Pop()
}
