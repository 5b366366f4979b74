package room

import "math"

// agenda has the threads that can go on and are not running, the one with the least clock first. Of
// two with the same clock the one that came first is first: a heap alone would not say.
type agenda struct {
	heap  []*thread
	count uint64
}

// first is the least clock.
func (a *agenda) first() Time {
	if len(a.heap) == 0 {
		return math.MaxInt64
	}
	return a.heap[0].clock
}

func (t *thread) before(u *thread) bool {
	return t.clock < u.clock || t.clock == u.clock && t.turn < u.turn
}

func (a *agenda) push(t *thread) {
	a.count++
	t.turn = a.count
	a.heap = append(a.heap, t)
	i := len(a.heap) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !t.before(a.heap[up]) {
			break
		}
		a.heap[i] = a.heap[up]
		i = up
	}
	a.heap[i] = t
}

func (a *agenda) pop() *thread {
	t, n := a.heap[0], len(a.heap)-1
	last := a.heap[n]
	a.heap[n] = nil
	a.heap = a.heap[:n]
	if n > 0 {
		a.sink(last)
	}
	return t
}

// exchange pops the first thread and pushes t.
func (a *agenda) exchange(t *thread) *thread {
	first := a.heap[0]
	a.count++
	t.turn = a.count
	a.sink(t)
	return first
}

// sink puts t where the root was.
func (a *agenda) sink(t *thread) {
	i, h := 0, a.heap
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1].before(h[c]) {
			c++
		}
		if !h[c].before(t) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = t
}
