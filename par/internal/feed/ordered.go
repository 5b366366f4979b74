package feed

import "slices"

// ordered is a queue that puts the results of a relay back in order. It is the caller's.
type ordered[E, R any] struct {
	*relay[E, R]
	offered []*batch[E, R] // oldest first
}

// turn implements queue: it yields what is ready, or must make room.
func (q *ordered[E, R]) turn() bool {
	if !q.enter(q.open) {
		q.yield(false)
		return false
	}
	q.open = q.take()
	return q.yield(true)
}

func (q *ordered[E, R]) enter(b *batch[E, R]) bool {
	if _, ok := q.offer(b); !ok {
		return false
	}
	q.offered = append(q.offered, b)
	return true
}

// flush implements queue: it yields all results that are left.
func (q *ordered[E, R]) flush() {
	if len(q.open.in) > 0 {
		q.enter(q.open)
	}
	q.yield(false)
}

// yield yields the results of the oldest batches: of all, or, if more are to come, until
// there is room for one more batch and the oldest has not run. It reports whether more may
// follow: false when the range was left, after a value without a result, or when a call of
// the user's function did not return.
func (q *ordered[E, R]) yield(more bool) bool {
	for len(q.offered) > 0 {
		b, offered := q.offered[0], 0
		if more {
			offered = len(q.offered)
		}
		switch q.await(b, offered) {
		case hasRoom:
			return true
		case broken:
			return false
		}
		for _, r := range b.out[:b.good] {
			if !q.Yield(r) {
				return false
			}
		}
		if b.good < len(b.in) {
			return false
		}
		q.offered = slices.Delete(q.offered, 0, 1)
		q.give(b)
	}
	return true
}
