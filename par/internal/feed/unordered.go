package feed

// unordered is a queue of values whose results have no use. It is the caller's.
type unordered[E, R any] struct {
	*relay[E, R]
}

// turn implements queue: the caller runs some batches itself if the helpers have enough.
func (q *unordered[E, R]) turn() bool {
	keep, ok := q.offer(q.open)
	if keep >= 0 {
		q.drain(nil, keep, 0)
	}
	q.open = q.take()
	return ok
}

// flush implements queue. The batches that helpers still run are waited for by close.
func (q *unordered[E, R]) flush() {
	if len(q.open.in) > 0 {
		q.offer(q.open)
	}
	q.drain(nil, 0, 0)
}
