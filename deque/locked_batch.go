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
	at, mask := d.top+d.n+len(items), len(d.ring)-1
	for _, x := range items {
		at--
		d.ring[at&mask] = x
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
	if d.Empty() { // as in Steal
		return 0, Empty
	}
	d.mu.Lock()
	d.thiefCAS(true)
	if d.n == 0 {
		d.mu.Unlock()
		return 0, Empty
	}
	n := min(max(0, d.n-own+1)/2, len(into))
	d.take(into[:n])
	d.resize(d.n - n)
	d.mu.Unlock()
	return n, Got
}

// take moves the oldest items, of which there are len(into) at least, into into; the
// caller resizes. They lie in one piece of the ring or in two. Under mu.
func (d *Locked[T]) take(into []*T) {
	for len(into) > 0 {
		piece := d.ring[d.top:min(d.top+len(into), len(d.ring))]
		copy(into, piece)
		clear(piece)
		into = into[len(piece):]
		d.top = (d.top + len(piece)) & (len(d.ring) - 1)
		d.thiefSteals(len(piece))
	}
}
