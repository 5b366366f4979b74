package room

import (
	"math"
	"slices"
)

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
	a.rise(t, len(a.heap)-1)
}

// rise puts t at i, where nothing is, or above.
func (a *agenda) rise(t *thread, i int) {
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
		a.sink(last, 0)
	}
	return t
}

// remove takes t out, which is in it.
func (a *agenda) remove(t *thread) {
	i, n := slices.Index(a.heap, t), len(a.heap)-1
	last := a.heap[n]
	a.heap[n] = nil
	a.heap = a.heap[:n]
	if i < n {
		if i > 0 && last.before(a.heap[(i-1)/2]) {
			a.rise(last, i)
		} else {
			a.sink(last, i)
		}
	}
}

// exchange pops the first thread and pushes t.
func (a *agenda) exchange(t *thread) *thread {
	first := a.heap[0]
	a.count++
	t.turn = a.count
	a.sink(t, 0)
	return first
}

// sink puts t at i, where nothing is, or below.
func (a *agenda) sink(t *thread, i int) {
	h := a.heap
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
