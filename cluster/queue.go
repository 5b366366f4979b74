package cluster

import "slices"

// A queue has the un-started tasks of a node, the oldest first. Slots take the
// oldest of the most urgent, thieves the youngest.
//
// NOT: a lock-free deque. It would have one owner, but here several slots, the
// fence, cancellations and thieves take from it, from both ends and the middle. A task is
// worth milliseconds, at most prefetch.Most a slot wait, and the node's lock is needed
// anyway: a task changes its phase in the set of what is held in the same step.
type queue struct {
	of [Interactive + 1][]*held
}

func (q *queue) push(h *held) { q.of[h.Priority] = append(q.of[h.Priority], h) }

// pop takes the oldest task of the most urgent priority; nil if there is none.
func (q *queue) pop() *held {
	for _, p := range priorities {
		if l := q.of[p]; len(l) > 0 {
			h := l[0]
			l[0] = nil
			q.of[p] = l[1:]
			return h
		}
	}
	return nil
}

// steal takes up to n tasks that may be handed over, the youngest first. An idle
// thief runs an urgent task sooner than its holder, so of those it gets up to half
// before any other.
func (q *queue) steal(n int, may func(*held) bool) (out []*held) {
	urgent := min(n, (len(q.of[Interactive])+1)/2)
	out = q.youngest(Interactive, urgent, may)
	out = append(out, q.youngest(Batch, n-len(out), may)...)
	return append(out, q.youngest(Interactive, n-len(out), may)...)
}

func (q *queue) youngest(p Priority, n int, may func(*held) bool) (out []*held) {
	l := q.of[p]
	for i := len(l) - 1; i >= 0 && len(out) < n; i-- {
		if may(l[i]) {
			out = append(out, l[i])
			l = slices.Delete(l, i, i+1)
		}
	}
	q.of[p] = l
	return out
}

// remove takes out one task, wherever it is.
func (q *queue) remove(h *held) {
	q.of[h.Priority] = slices.DeleteFunc(q.of[h.Priority], func(o *held) bool { return o == h })
}

func (q *queue) len() int { return len(q.of[Batch]) + len(q.of[Interactive]) }

// position is the number of tasks that slots take before h.
func (q *queue) position(h *held) int {
	i := slices.Index(q.of[h.Priority], h)
	if h.Priority != Interactive {
		i += len(q.of[Interactive])
	}
	return i
}
