package par

import "slices"

// line puts the results of a relay back in order. It is the caller's.
type line[E, R any] struct {
	*relay[E, R]
	open    *batch[E, R]   // not full yet
	offered []*batch[E, R] // oldest first
}

func newLine[E, R any](r *relay[E, R]) *line[E, R] {
	return &line[E, R]{relay: r, open: r.take()}
}

// turn offers the open batch, which is full, and yields what is ready or must
// make room. It reports whether more may follow.
func (l *line[E, R]) turn(yield func(R) bool) bool {
	if !l.enter(l.open) {
		l.yield(false, yield)
		return false
	}
	l.open = l.take()
	return l.yield(true, yield)
}

// close ends what newLine began, if it did.
func (l *line[E, R]) close() {
	if l != nil {
		l.relay.close()
	}
}

func (l *line[E, R]) enter(b *batch[E, R]) bool {
	if _, ok := l.offer(b); !ok {
		return false
	}
	l.offered = append(l.offered, b)
	return true
}

// flush yields all that is left.
func (l *line[E, R]) flush(yield func(R) bool) bool {
	if len(l.open.in) > 0 {
		l.enter(l.open)
	}
	return l.yield(false, yield)
}

// yield yields the results of the oldest batches: of all, or, if more are to come,
// until there is room for one and the oldest is not ready. It reports whether more
// may follow: not if the consumer is content, and not after a value without a result.
func (l *line[E, R]) yield(more bool, yield func(R) bool) bool {
	for len(l.offered) > 0 {
		b, offered := l.offered[0], 0
		if more {
			offered = len(l.offered)
		}
		switch l.await(b, offered) {
		case roomy:
			return true
		case broken:
			return false
		}
		for _, r := range b.out[:b.good] {
			if !yield(r) {
				return false
			}
		}
		if b.good < len(b.in) {
			return false
		}
		l.offered = slices.Delete(l.offered, 0, 1)
		l.give(b)
	}
	return true
}

// pile is a relay whose values have no results and no order. It is the caller's.
type pile[E any] struct {
	*relay[E, struct{}]
	open *batch[E, struct{}] // not full yet
}

func newPile[E any](r *relay[E, struct{}]) *pile[E] {
	r.reuse = true
	return &pile[E]{relay: r, open: r.take()}
}

// close ends what newPile began, if it did.
func (p *pile[E]) close() {
	if p != nil {
		p.relay.close()
	}
}

// turn offers the open batch, which is full, and runs some if others have enough
// to do. It reports whether more may follow.
func (p *pile[E]) turn() bool {
	keep, ok := p.offer(p.open)
	if keep >= 0 {
		p.drain(nil, keep, 0)
	}
	p.open = p.take()
	return ok
}

// flush runs all that is left.
func (p *pile[E]) flush() {
	if len(p.open.in) > 0 {
		p.offer(p.open)
	}
	p.drain(nil, 0, 0)
}
