package cluster

import "slices"

// A queue has the un-started tasks of a node, the oldest first. Slots take the
// oldest of the most urgent, and each eighth time one of Batch; thieves take the youngest.
//
// NOT: a lock-free deque. It would have one owner, but here several slots, the
// fence, cancellations and thieves take from it, from both ends and the middle. A task is
// worth milliseconds, at most prefetch.Most a slot wait, and the node's lock is needed
// anyway: a task changes its phase in the set of what is held in the same step.
type queue struct {
	of     [Interactive + 1][]*held
	urgent int // Interactive tasks that were taken since the last other one
}

// share is how many tasks a node starts for one of Batch at least, while Interactive ones wait: else a
// stream of these would keep out the others for ever. But no such turn comes while tasks of Batch run in one
// slot of share, or in one: they may be long. Arbitrary.
const share = 8

// due reports whether the next task is to be one of Batch. n.mu is held.
func (n *Node) due() bool {
	if n.waiting.urgent < share-1 {
		return false
	}
	batch := 0
	for h := range n.held {
		if h.Priority == Batch && h.phase == isRunning {
			batch++
		}
	}
	return batch < max(1, n.able()/share)
}

func (q *queue) push(h *held) { q.of[h.Priority] = append(q.of[h.Priority], h) }

// pop takes the oldest task of the most urgent priority, or of Batch if it is due; nil if there is none.
func (q *queue) pop(due bool) *held {
	p := Interactive
	if len(q.of[p]) == 0 || due && len(q.of[Batch]) > 0 {
		p = Batch
	}
	l := q.of[p]
	if len(l) == 0 {
		return nil
	}
	h := l[0]
	l[0] = nil
	q.of[p] = l[1:]
	if q.urgent++; p == Batch {
		q.urgent = 0
	}
	return h
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
