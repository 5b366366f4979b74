package spawn

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// splitQueue is a Split whose owner looks for requests at each push. It begins
// with a request, since workers may sleep that have never seen it.
type splitQueue struct{ *deque.Split[Task] }

func newSplitQueue(config crew.Config) splitQueue {
	q := splitQueue{deque.NewSplit[Task](config.Expose == policy.ExposeHalf)}
	q.Request()
	return q
}

// Push pushes t and answers a request.
func (q splitQueue) Push(t *Task) bool {
	ok := q.Split.Push(t)
	q.Poll()
	return ok
}

// private returns how many tasks in q only its owner can see.
func private(q queue) int {
	if split, ok := q.(splitQueue); ok {
		return split.Private()
	}
	return 0
}
