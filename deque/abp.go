package deque

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// ABP is a bounded deque with one owner and any number of thieves. Push and Pop
// are the owner's; Steal and Len are anyone's. Its indices begin again at the
// start of the array only when the owner finds the deque empty: until then a
// stolen item's slot is not used again, so Push may answer false while few items
// are left. Make it with NewABP; do not copy it.
//
// Progress: no call blocks, and each ends after a bounded number of steps. A
// Steal that is Lost was passed by another taker or by the owner's reset.
//
// Invariants:
//
//	I1  Items are in slots [top, bottom), oldest first; only the owner writes slots.
//	I2  While the tag stands, top never decreases. It is set back to 0 together
//	    with a new tag, after bottom was set to 0.
//	I3  Slot i is taken once under each tag: by the owner without CAS, if it sees
//	    top < i after lowering bottom to i; otherwise by the one that changes age from
//	    {tag, i} first.
//	I4  Between two calls of the owner, slots [bottom, capacity) are nil; once Pop
//	    answered Empty, all are, so what was taken is not kept alive. Until then at
//	    most the stolen ones are.
//
// Arora, Blumofe and Plaxton, Thread Scheduling for Multiprogrammed
// Multiprocessors, SPAA 1998 [ABP98]; differences: docs/divergence.md#abp.
type ABP[T any] struct {
	slots  []atomic.Pointer[T]
	_      pad.Line
	age    atomic.Uint64 // tag:32 | top:32; thieves CAS it
	_      pad.Line
	bottom atomic.Uint32 // the owner writes it
	_      pad.Line
	b      uint32 // the owner's copy of bottom
	counters
	_ pad.Line
}

const maxABP = 1 << 30 // arbitrary; indices have 32 bits

// NewABP returns an empty deque of exactly capacity slots, from 1 to 1<<30. It
// panics at any other capacity.
func NewABP[T any](capacity int) *ABP[T] {
	if capacity < 1 || capacity > maxABP {
		panic(fmt.Sprintf("skua/deque: capacity %d of an ABP is not in 1…%d", capacity, maxABP))
	}
	return &ABP[T]{slots: make([]atomic.Pointer[T], capacity)}
}

// Push adds x, which must not be nil, at the bottom. It returns false, and stores
// nothing, if the last slot has been used since Pop last emptied the deque. Owner
// only. Never blocks. Cost: two atomic stores.
func (d *ABP[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	b := d.b
	if int(b) == len(d.slots) {
		return false
	}
	// ORDER: the slot before the bottom that covers it; Steal reads bottom first.
	d.slots[b].Store(x)
	d.b = b + 1
	d.bottom.Store(b + 1)
	d.ownerStores(2)
	d.check()
	return true
}

// Pop takes the youngest item, from the bottom. It answers Got or Empty; if a
// thief was faster at the last item, the deque is Empty. Owner only. Never
// blocks. Cost: two atomic stores; one CAS for the last item; amortised over the
// steals, a store for each to clear its slot.
func (d *ABP[T]) Pop() (*T, Outcome) {
	if d.b == 0 {
		return nil, Empty
	}
	b := d.b - 1
	// ORDER: lower bottom, then read age; Steal reads them the other way round. If
	// we see top < b, a thief that sees top == b read age later than we did, so it
	// reads the lowered bottom and leaves empty-handed (I3).
	d.bottom.Store(b)
	d.ownerStores(2)
	x := d.slots[b].Load()
	w := d.age.Load()
	if b <= topOf(w) {
		return d.popLastSlow(x, w, b)
	}
	d.b = b
	d.slots[b].Store(nil) // ORDER: none: no thief reads it, since top < b and bottom == b (I4)
	d.check()
	return x, Got
}

// popLastSlow resets the deque: slot b held its last item, or was stolen.
func (d *ABP[T]) popLastSlow(x *T, w uint64, b uint32) (*T, Outcome) {
	// ORDER: bottom before age. Were top set back first, a thief would see it below
	// the old bottom and take again what has been taken.
	d.b = 0
	d.bottom.Store(0)
	// ORDER: the new tag makes every thief fail that read age before (I2). Only a
	// thief that aims at slot b can have been faster; then top is b+1, no thief
	// sees it below a bottom, and the plain store overwrites no claim.
	won := b == topOf(w) && d.ownerCAS(d.age.CompareAndSwap(w, reset(w)))
	if !won {
		d.age.Store(reset(w))
		d.ownerStores(1)
	}
	for i := range b + 1 { // ORDER: after the new tag: a thief that still reads these slots fails (I4)
		d.slots[i].Store(nil)
	}
	d.ownerStores(int(b) + 1)
	d.check()
	d.checkReset(w)
	if won {
		return x, Got
	}
	return nil, Empty
}

// Steal takes the oldest item, from the top. Lost means that another took it, or
// that the owner took the last one; the deque may be empty now. Safe for
// concurrent use. Never blocks. Cost: three atomic loads and one CAS.
func (d *ABP[T]) Steal() (*T, Outcome) {
	w := d.age.Load()
	t := topOf(w)
	if d.bottom.Load() <= t {
		return nil, Empty
	}
	x := d.slots[t].Load()
	// ORDER: age before bottom before the slot, and age has not changed since: the
	// slot was not used again, so x is the item that the CAS takes (I3).
	if !d.thiefCAS(d.age.CompareAndSwap(w, w+1)) {
		return nil, Lost
	}
	d.thiefSteals(1)
	return x, Got
}

// Len returns the number of items at about now. Safe for concurrent use.
func (d *ABP[T]) Len() int {
	t := topOf(d.age.Load())
	return max(0, int(d.bottom.Load())-int(t))
}

func topOf(age uint64) uint32 { return uint32(age) }

// reset returns age with the next tag and top 0.
func reset(age uint64) uint64 { return (age>>32 + 1) << 32 }

// check panics if the owner, between two operations, can see an invariant broken.
func (d *ABP[T]) check() {
	if !invariant.Enabled {
		return
	}
	t, b := topOf(d.age.Load()), d.b
	switch {
	case b != d.bottom.Load() || t > b:
		panic(fmt.Sprintf("skua/deque: ABP: top %d, bottom %d, the owner's copy %d (I1)",
			t, d.bottom.Load(), b))
	case t < b && d.slots[b-1].Load() == nil:
		panic(fmt.Sprintf("skua/deque: ABP: no item in slot %d of [%d, %d) (I1)", b-1, t, b))
	case int(b) < len(d.slots) && d.slots[b].Load() != nil:
		panic(fmt.Sprintf("skua/deque: ABP: slot %d keeps an item after bottom (I4)", b))
	}
}

// checkReset panics if the deque was not emptied as a whole. w is age as it was before
// the reset, unless a thief was faster; the tag is the owner's alone.
func (d *ABP[T]) checkReset(w uint64) {
	if !invariant.Enabled {
		return
	}
	if age := d.age.Load(); age != reset(w) || d.b != 0 {
		panic(fmt.Sprintf("skua/deque: ABP: age %#x after %#x, bottom %d (I2)", age, w, d.b))
	}
	for i := range min(len(d.slots), 1<<10) { // most capacities of tests; a large one takes long
		if d.slots[i].Load() != nil {
			panic(fmt.Sprintf("skua/deque: ABP: empty, and slot %d keeps an item (I4)", i))
		}
	}
}
