package feed

import (
	"slices"

	"github.com/skua-go/skua"
)

// asReady is a queue whose results come out in the order in which batches end. It is the
// caller's.
//
// Its wait ends for the reason that await's does. The caller waits only if no batch is ready, or
// nothing is claimed any more, while one is claimed and not done: that one ends like any call, and
// finish, which sees waiting under mu, wakes the caller.
type asReady[E, R any] struct {
	*relay[E, R]
	offered int // batches that were offered, and whose results are not yielded
}

// turn implements queue: it yields what has ended, and makes room.
func (q *asReady[E, R]) turn() bool {
	if _, ok := q.offer(q.open); !ok {
		q.settle(0)
		return false
	}
	q.offered++
	q.open = q.take()
	q.mu.Lock()
	most := q.ahead() - 1
	q.mu.Unlock()
	return q.settle(most)
}

// flush implements queue: it yields all results that are left.
func (q *asReady[E, R]) flush() {
	if len(q.open.in) > 0 {
		if _, ok := q.offer(q.open); ok {
			q.offered++
		}
	}
	q.settle(0)
}

// settle yields the results of batches that have ended, and goes on until at most most of those
// that were offered have not. It reports whether more values may follow: false when the range was
// left, after a value without a result, or when a call of the user's function did not return.
func (q *asReady[E, R]) settle(most int) bool {
	for {
		b, more := q.ended(q.offered > most)
		if b == nil {
			return more
		}
		q.offered--
		for _, r := range b.out[:b.good] {
			if !q.Yield(r) {
				return false
			}
		}
		if b.broken || b.good < len(b.in) {
			return false
		}
		q.give(b)
	}
}

// ended returns a batch that has ended, the first one first. If there is none it returns nil, or,
// if it is to wait, runs batches that nobody has claimed, and else waits for one that somebody has.
// more is false if none will end any more.
func (q *asReady[E, R]) ended(wait bool) (b *batch[E, R], more bool) {
	for {
		q.mu.Lock()
		if len(q.done) > 0 {
			b = q.done[0]
			q.done = slices.Delete(q.done, 0, 1)
			q.mu.Unlock()
			return b, true
		}
		ready, stopped := len(q.ready), q.stopped
		running := q.offered - ready
		q.waiting = wait && running > 0 && (ready == 0 || stopped)
		sleeps := q.waiting
		q.mu.Unlock()
		switch {
		case sleeps:
			skua.Blocking(q.Set.Place, func() { <-q.wake })
		case !wait || stopped:
			return nil, !stopped
		default:
			q.drain(nil, ready-1, 0)
		}
	}
}
