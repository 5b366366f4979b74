package deque

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// ChaseLev is an unbounded deque with one owner and any number of thieves. Push
// and Pop are the owner's; Steal and Len are anyone's. Its ring doubles when it
// is full and halves when it is at most a quarter full; only the owner changes
// it. The zero value is empty and ready; do not copy it.
//
// Progress: no call blocks. Each ends after a bounded number of steps but for
// those with which the owner copies the items into another ring. A Steal that is
// Lost was passed by another taker.
//
// Invariants:
//
//	I1  top never decreases; indices are not used again, only slots are.
//	I2  Items are at indices [top, bottom), oldest first, index i in slot i mod
//	    the ring's length. Only the owner writes slots.
//	I3  Index i is taken once: by the owner without CAS, if it sees top < i after
//	    lowering bottom to i; otherwise by the one that moves top from i to i+1.
//	I4  A ring that was replaced is never written again, and the one that replaces
//	    it has every item that had not been taken: a thief may use either.
//	I5  Once Pop answered Empty, all slots are nil, so what was taken is not kept
//	    alive. Until then at most stolen items are, one ring of them.
//
// Indices are compared by their difference, so they may overflow.
//
// Chase and Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005 [CL05];
// differences: docs/divergence.md#chaselev.
type ChaseLev[T any] struct {
	_      pad.Line
	top    atomic.Int64 // thieves CAS it, the owner too for the last item
	_      pad.Line
	bottom atomic.Int64 // the owner writes it
	array  atomic.Pointer[ring[T]]
	_      pad.Line

	// The owner's own.
	b       int64    // copy of bottom
	ring    *ring[T] // copy of array; nil before the first Push
	top0    int64    // a top seen earlier, so at most top
	cleared int64    // slots of stolen indices below it are nil or used again
	counters
	_ pad.Line
}

// A ring holds index i in slot i mod its length, a power of two.
type ring[T any] struct{ slots []atomic.Pointer[T] }

func newRing[T any](size int64) *ring[T] { return &ring[T]{make([]atomic.Pointer[T], size)} }

func (r *ring[T]) size() int64 { return int64(len(r.slots)) }

func (r *ring[T]) slot(i int64) *atomic.Pointer[T] { return &r.slots[i&int64(len(r.slots)-1)] }

// Push adds x, which must not be nil, at the bottom and returns true. Owner only.
// Never blocks. Cost: two atomic stores; amortised O(1) for growing.
func (d *ChaseLev[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	b := d.b
	if d.ring == nil || b-d.top0 >= d.ring.size() {
		d.roomSlow()
	}
	// ORDER: the slot before the bottom that covers it; Steal reads bottom first.
	d.ring.slot(b).Store(x)
	d.b = b + 1
	d.bottom.Store(b + 1)
	d.ownerStores(2)
	d.check()
	return true
}

// Pop takes the youngest item, from the bottom. It answers Got or Empty; if a
// thief was faster at the last item, the deque is Empty. Owner only. Never
// blocks. Cost: two atomic stores; for the last item a third and a CAS; none on
// an empty deque; amortised O(1) for shrinking and for clearing stolen slots.
func (d *ChaseLev[T]) Pop() (*T, Outcome) {
	b := d.b - 1
	if b-d.top.Load() < 0 {
		d.restSlow()
		return nil, Empty
	}
	// ORDER: lower bottom, then read top; Steal reads them the other way round. If
	// we see top < b, a thief that sees top == b looks later than we did, so it
	// reads the lowered bottom and leaves empty-handed (I3).
	d.bottom.Store(b)
	d.ownerStores(1)
	n := b - d.top.Load()
	if n <= 0 {
		return d.popLastSlow(n == 0)
	}
	d.b = b
	slot := d.ring.slot(b)
	x := slot.Load()
	slot.Store(nil) // ORDER: none: a thief that still reads it fails, since top was never b (I5)
	d.ownerStores(1)
	if size := d.ring.size(); n <= size/4 && size > minRing {
		d.shrinkSlow()
	}
	d.check()
	return x, Got
}

// popLastSlow ends a Pop that found one item, if one, or none, above the lowered
// bottom. Either way top is b at its end.
func (d *ChaseLev[T]) popLastSlow(one bool) (*T, Outcome) {
	b := d.b - 1
	x := d.ring.slot(b).Load()
	// ORDER: the CAS decides between us and the thieves that saw the old bottom
	// (I3). Only then bottom returns to where top is now, won or not.
	won := one && d.ownerCAS(d.top.CompareAndSwap(b, b+1))
	d.bottom.Store(b + 1)
	d.ownerStores(1)
	d.restSlow()
	if won {
		return x, Got
	}
	return nil, Empty
}

// Steal takes the oldest item, from the top. Lost means that another took it; the
// deque may be empty now. Safe for concurrent use. Never blocks. Cost: four
// atomic loads and one CAS.
func (d *ChaseLev[T]) Steal() (*T, Outcome) {
	t := d.top.Load()
	if d.bottom.Load()-t <= 0 {
		return nil, Empty
	}
	// The ring after bottom: it is not older than the Push that bottom shows. What
	// the slot holds is item t if the CAS succeeds: a slot is used again, or
	// cleared, only after top has passed its index (I4).
	x := d.array.Load().slot(t).Load()
	// ORDER: read the item before claiming it; after the CAS the slot is the owner's.
	if !d.thiefCAS(d.top.CompareAndSwap(t, t+1)) {
		return nil, Lost
	}
	d.thiefSteals(1)
	return x, Got
}

// Len returns the number of items at about now. Safe for concurrent use.
func (d *ChaseLev[T]) Len() int {
	t := d.top.Load()
	return int(max(0, d.bottom.Load()-t))
}

// roomSlow makes room for one item: thieves made some, or the ring grows.
func (d *ChaseLev[T]) roomSlow() {
	if d.ring == nil {
		d.replace(newRing[T](minRing))
		return
	}
	d.top0 = d.top.Load()
	if d.b-d.top0 >= d.ring.size() {
		d.replace(newRing[T](2 * d.ring.size()))
	}
}

// shrinkSlow halves the ring, which is at most a quarter full: half of the new one
// is free, so neither growth nor the next halving is near.
func (d *ChaseLev[T]) shrinkSlow() { d.replace(newRing[T](d.ring.size() / 2)) }

// replace copies the items to r and publishes it.
func (d *ChaseLev[T]) replace(r *ring[T]) {
	d.top0 = d.top.Load()
	for i := d.top0; d.b-i > 0; i++ {
		r.slot(i).Store(d.ring.slot(i).Load())
	}
	d.checkCopied(r)
	// ORDER: the copies before the ring; a thief finds in it every index from the
	// top that we read, and a thief with an older top fails (I4).
	d.array.Store(r)
	d.ring, d.cleared = r, d.top0
	d.ownerStores(int(d.b-d.top0) + 1)
}

// restSlow runs when the owner finds the deque empty: it clears the slots of what
// was stolen, in a smaller ring if this one is large.
//
// ORDER: none; top has passed these indices, so a thief that reads the slots fails.
func (d *ChaseLev[T]) restSlow() {
	if d.ring == nil {
		return
	}
	if d.ring.size() > minRing {
		d.shrinkSlow()
	}
	if first := d.b - d.ring.size(); d.cleared-first < 0 {
		d.cleared = first // the slots of earlier indices have been used again
	}
	for ; d.b-d.cleared > 0; d.cleared++ {
		d.ring.slot(d.cleared).Store(nil)
		d.ownerStores(1)
	}
	d.check()
	d.checkCleared()
}

// check panics if the owner, between two operations, can see an invariant broken.
func (d *ChaseLev[T]) check() {
	if !invariant.Enabled || d.ring == nil {
		return
	}
	t, b := d.top.Load(), d.b
	n := b - t
	switch {
	case b != d.bottom.Load() || n < 0 || t-d.top0 < 0 || t-d.cleared < 0:
		panic(fmt.Sprintf("skua/deque: ChaseLev: top %d (seen %d, cleared to %d), bottom %d, the owner's copy %d (I1)",
			t, d.top0, d.cleared, d.bottom.Load(), b))
	case n > d.ring.size() || d.ring != d.array.Load():
		panic(fmt.Sprintf("skua/deque: ChaseLev: %d items in a ring of %d (I2)", n, d.ring.size()))
	case n > 0 && d.ring.slot(b-1).Load() == nil:
		panic(fmt.Sprintf("skua/deque: ChaseLev: no item at index %d of [%d, %d) (I2)", b-1, t, b))
	}
}

// checkCopied panics if r, which is about to replace the ring, lacks an item.
func (d *ChaseLev[T]) checkCopied(r *ring[T]) {
	if !invariant.Enabled {
		return
	}
	for i := d.top.Load(); d.b-i > 0; i++ {
		if d.b-i > r.size() || r.slot(i).Load() == nil {
			panic(fmt.Sprintf("skua/deque: ChaseLev: a ring of %d lacks item %d of [%d, %d) (I4)",
				r.size(), i, d.top.Load(), d.b))
		}
	}
}

// checkCleared panics if the deque is empty and some slot keeps an item.
func (d *ChaseLev[T]) checkCleared() {
	if !invariant.Enabled || d.b != d.top.Load() {
		return
	}
	for i := range d.ring.slots {
		if d.ring.slots[i].Load() != nil {
			panic(fmt.Sprintf("skua/deque: ChaseLev: empty at index %d, and slot %d of %d keeps an item (I5)",
				d.b, i, d.ring.size()))
		}
	}
}
