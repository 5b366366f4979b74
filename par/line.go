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

// put adds a value, and yields what is ready or must make room. It reports
// whether more may follow.
func (l *line[E, R]) put(v E, yield func(R) bool) bool {
	b := l.open
	if b.in = append(b.in, v); len(b.in) < b.size {
		return true
	}
	if !l.enter(b) {
		l.yield(0, yield)
		return false
	}
	l.open = l.take()
	return l.yield(l.ahead-1, yield)
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
	return l.yield(0, yield)
}

// yield yields the results of the oldest batches, until at most most are left
// and the oldest of those is not ready. It reports whether more may follow: not
// if the consumer is content, and not after a value without a result.
func (l *line[E, R]) yield(most int, yield func(R) bool) bool {
	for len(l.offered) > most || len(l.offered) > 0 && l.ended(l.offered[0]) {
		b := l.offered[0]
		if !l.await(b) {
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

// put adds a value, and runs some if others have enough to do. It reports
// whether more may follow.
func (p *pile[E]) put(v E) bool {
	b := p.open
	if b.in = append(b.in, v); len(b.in) < b.size {
		return true
	}
	waiting, ok := p.offer(b)
	if ok && waiting >= p.ahead {
		p.drain(nil, p.ahead/2)
	}
	p.open = p.take()
	return ok
}

// flush runs all that is left.
func (p *pile[E]) flush() {
	if len(p.open.in) > 0 {
		p.offer(p.open)
	}
	p.drain(nil, 0)
}
