package deque

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// Split is an unbounded deque whose items are private to its owner until a
// thief asks for some. Push, and Pop while there are private items, touch only
// memory of the owner's, with plain loads and stores. Steal finds the public
// items, which are the oldest; where there are none it leaves a request, and
// answers Empty although private items may exist. The zero value is empty and
// ready and exposes one item for a request; do not copy a Split.
//
// The owner must serve the requests: it calls Poll at least once for each task that
// it runs, and also inside tasks that are long. Otherwise nothing is ever public. A
// thief that means to sleep must first say so where owners look, then Steal once more
// from every deque, and sleep only if all of them answered Empty: each of these calls
// has left its request standing. An owner whose Poll or Expose returned more than 0
// must look for sleepers after that, and wake them all, since a request does not say
// how many thieves ask; or wake one, if a thief that got an item wakes the next. So
// either the thief comes after the exposure and finds the item, or the owner sees it
// asleep.
//
// Progress: all methods are wait-free but for the growth of memory; none has a
// loop that another may prolong. Pop answers Got or Empty. Steal answers Lost if
// another removal, by a thief or of the last public item by the owner, came
// between. The private ring never shrinks.
//
// Invariants, between the owner's calls:
//
//	I1  Private items are ring[head mod len(ring)] … ring[(tail-1) mod len(ring)],
//	    oldest first; all other slots of it hold nil. Only the owner touches it.
//	I2  Public items are in the slots [top, bottom) of public, at most all of
//	    them, and older than every private one. Only the owner writes slots.
//	I3  top never decreases; bottom equals end.
//	I4  Public index i is taken once: by the owner, if it sees top < i after
//	    lowering bottom to i; otherwise by the one that moves top from i to i+1.
//	I5  Slots of public outside [kept, end) hold nil, and kept <= top.
//	I6  A request is cleared before the exposure that answers it.
//
// Rito and Paulino, Scheduling Computations with Provably Low Synchronization
// Overheads, J. Sched. 2022 [RP22], section 2; the public part after Chase and
// Lev, SPAA 2005 [CL05]; differences: docs/divergence.md#split.
type Split[T any] struct {
	ring       []*T // private; its length is 0 or a power of two
	head, tail uint // private items are at [head, tail)
	end        int64
	kept       int64 // slots below are cleared
	half       bool
	counters
	_ pad.Line

	top atomic.Int64 // written by thieves
	_   pad.Line

	bottom atomic.Int64 // written by the owner, read by thieves
	public [publicSlots]atomic.Pointer[T]
	_      pad.Line

	requested atomic.Bool
	_         pad.Line
}

const (
	// An exposure answers an Empty, so about one item for each thief is public; with
	// more thieves than slots they take turns. But an owner that will not look for a
	// while exposes all it has, and what does not fit stays its own: more than most
	// programs have pending at a time.
	publicSlots = 256
	minPrivate  = 8 // slots of the first private ring: arbitrary, not measured
)

// NewSplit returns an empty Split. For each request it makes one item public,
// the paper's rule, or with half set half of the private ones.
func NewSplit[T any](half bool) *Split[T] { return &Split[T]{half: half} }

// Push adds x, which must not be nil, at the bottom and returns true: the deque is never
// full. Owner only. Amortised O(1), without any atomic access.
func (d *Split[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	if d.tail-d.head == uint(len(d.ring)) {
		d.grow()
	}
	d.ring[d.tail&uint(len(d.ring)-1)] = x
	d.tail++
	return true
}

// Pop takes the youngest item, from the private part while there is one. It
// answers Got or Empty. Owner only. No atomic access unless the private part is
// empty.
func (d *Split[T]) Pop() (*T, Outcome) {
	if d.head == d.tail {
		return d.popPublic()
	}
	d.tail--
	slot := &d.ring[d.tail&uint(len(d.ring)-1)]
	x := *slot
	*slot = nil
	return x, Got
}

// popPublic is Pop once nothing is private. What it takes is lowered out of the
// public part for good before it is returned, so it cannot be seen again.
func (d *Split[T]) popPublic() (*T, Outcome) {
	top := d.top.Load()
	d.forget(top)
	if top == d.end {
		return nil, Empty // and nothing was stored but what forget cleared
	}
	i := d.end - 1
	// ORDER: lower bottom, then read top; Steal reads top, then bottom. If we
	// see top < i, a thief that sees top == i looks later than we did, so it
	// also sees the lowered bottom and leaves empty-handed (I4).
	d.bottom.Store(i)
	d.ownerStores(1)
	if i-d.top.Load() <= 0 {
		return d.popLast(i)
	}
	slot := &d.public[i&(publicSlots-1)]
	x := slot.Load()
	// ORDER: a thief on its way to this slot's index, one ring ago, fails its
	// CAS: top has moved.
	slot.Store(nil)
	d.ownerStores(1)
	d.end = i
	d.check()
	return x, Got
}

// popLast contends with thieves for index i, the only one left, if they have not
// taken it already. Either way the public part is empty afterwards.
func (d *Split[T]) popLast(i int64) (*T, Outcome) {
	x := d.public[i&(publicSlots-1)].Load()
	// ORDER: the one order of all CAS on top decides between owner and thieves for
	// index i (I4); this one fails if a thief was faster.
	won := d.ownerCAS(d.top.CompareAndSwap(i, i+1))
	// ORDER: after top went past i, so a thief that sees bottom at i+1 again also
	// sees top there, and nothing between.
	d.bottom.Store(i + 1)
	d.ownerStores(1)
	d.forget(i + 1)
	d.check()
	if !won {
		return nil, Empty
	}
	return x, Got
}

// Steal takes the oldest item, from the public part. It answers Empty if that
// part is, and then a request for the owner's next Poll is standing.
func (d *Split[T]) Steal() (*T, Outcome) {
	i := d.top.Load()
	if d.bottom.Load()-i <= 0 {
		d.Request()
		return nil, Empty
	}
	x := d.public[i&(publicSlots-1)].Load()
	// ORDER: x was read before, and if top still is i then the owner has not cleared
	// or reused its slot since: it does so only after top passed the slot.
	if !d.thiefCAS(d.top.CompareAndSwap(i, i+1)) {
		return nil, Lost
	}
	// NOT: clear the slot here. The owner may have put a younger item there.
	d.thiefSteals(1)
	return x, Got
}

// Len returns the number of public items at some instant of the call: those that
// Steal can find. The private ones are the owner's alone to count: see Private.
func (d *Split[T]) Len() int {
	top := d.top.Load()
	return int(min(max(d.bottom.Load()-top, 0), publicSlots))
}

// Private returns the number of private items. Owner only.
func (d *Split[T]) Private() int { return int(d.tail - d.head) }

// forget clears the slots of items that were taken. Each is cleared once, so
// that costs no more stores than there were exposures.
//
// ORDER: a thief that is about to read such a slot fails its CAS: top passed it.
func (d *Split[T]) forget(top int64) {
	d.ownerStores(int(top - d.kept))
	for ; top-d.kept > 0; d.kept++ {
		d.public[d.kept&(publicSlots-1)].Store(nil)
	}
}

// grow doubles the private ring. It is full, and the items stay in order.
//
//go:noinline
func (d *Split[T]) grow() {
	ring := make([]*T, max(minPrivate, 2*len(d.ring)))
	n := copy(ring, d.ring[d.first():])
	n += copy(ring[n:], d.ring[:d.first()])
	d.ring, d.head, d.tail = ring, 0, uint(n)
}

// first returns where in the ring the oldest private item is, if there is a ring.
func (d *Split[T]) first() uint {
	return d.head & uint(max(len(d.ring), 1)-1)
}

// check panics if the owner, between two operations, can see an invariant broken.
func (d *Split[T]) check() {
	if !invariant.Enabled {
		return
	}
	top, public, private := d.top.Load(), 0, 0
	for k := range d.public {
		if d.public[k].Load() != nil {
			public++
		}
	}
	for _, x := range d.ring {
		if x != nil {
			private++
		}
	}
	switch size := len(d.ring); {
	case size&(size-1) != 0 || d.tail-d.head > uint(size):
		panic("skua/deque: Split: the private ring is out of shape (I1)")
	case uint(private) != d.tail-d.head:
		panic(fmt.Sprintf("skua/deque: Split: %d private items in a ring that holds %d (I1)",
			d.tail-d.head, private))
	case d.bottom.Load() != d.end || d.end-top < 0 || d.end-top > publicSlots:
		panic("skua/deque: Split: the public indices are out of order (I2, I3)")
	case top-d.kept < 0 || int64(public) > d.end-d.kept:
		panic("skua/deque: Split: a slot was not cleared (I5)")
	}
}
