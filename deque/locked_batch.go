package deque

import (
	"slices"

	"github.com/skua-go/skua/internal/invariant"
)

// PushAll adds items, none of which may be nil, at the bottom, so that Pop returns them
// in their order: the first of them is the youngest. It takes the lock once.
// Cost: amortised O(len(items)).
func (d *Locked[T]) PushAll(items []*T) {
	if invariant.Enabled && slices.Contains(items, nil) {
		panic("skua/deque: Push of nil")
	}
	d.mu.Lock()
	d.ownerCAS(true)
	if n := d.n + len(items); n > len(d.ring) {
		d.grow(n)
	}
	for k, x := range items {
		*d.slot(d.n + len(items) - 1 - k) = x
	}
	d.resize(d.n + len(items))
	d.mu.Unlock()
}

// StealHalf takes the oldest items of d into into, oldest first: half of the difference,
// rounded up, between d's items and the thief's, of which there are own, but at most as
// many as into has room for. Afterwards the two differ by at most one, if there was room.
// It answers how many, and Got; or 0 and Empty, if d held nothing; or 0 and Got, if there
// is nothing to level.
//
// Cost: the lock is taken once, however many items there are, and not at all if d is
// empty.
func (d *Locked[T]) StealHalf(into []*T, own int) (int, Outcome) {
	if d.size.Load() == 0 { // as in Steal
		return 0, Empty
	}
	d.mu.Lock()
	d.thiefCAS(true)
	if d.n == 0 {
		d.mu.Unlock()
		return 0, Empty
	}
	n := min(max(0, d.n-own+1)/2, len(into))
	for k := range n {
		into[k] = d.takeOldest()
	}
	d.resize(d.n - n)
	d.mu.Unlock()
	return n, Got
}
