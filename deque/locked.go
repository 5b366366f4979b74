package deque

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// Locked is an unbounded deque under a lock, from which a thief may take half of the
// difference: the scheduler's default for spawned tasks, the baseline that the lock-free
// ones are measured against, and the oracle that they are compared with. The lock is what
// makes a batch simple: between a claim by CAS and its copies an owner's pops could pass
// the claim, as they can in StealHalf, which needs tags against it. Push and Pop cost as
// much as those of ChaseLev, whose owner stores twice in each (BenchmarkPushPop).
//
// All methods but Counts are safe for concurrent use and none answers Lost. All but Empty block
// while another goroutine is inside one. The zero value is empty and ready; do not copy it.
//
// Invariants:
//
//	I1  The items are ring[top mod len(ring)] … ring[(top+n-1) mod len(ring)], oldest first.
//	I2  len(ring) is 0 or a power of two; every other slot holds nil.
//	I3  some says whether n is above 0, whenever the lock is free.
type Locked[T any] struct {
	ring []*T // ring to some are 56 bytes: all that Pop and Steal touch, beside the slots
	mu   park.Mutex
	top  int
	n    int
	some atomic.Bool
	counters
}

const minRing = 8 // slots of the first ring: arbitrary, not measured

// Push adds x, which must not be nil, at the bottom and returns true: the deque is
// never full. Cost: amortised O(1).
func (d *Locked[T]) Push(x *T) bool {
	d.Put(x)
	return true
}

// Put adds x as Push does, and reports whether it is the only item: if not, thieves could
// find one all the time from before the call to its end. Cost: amortised O(1).
func (d *Locked[T]) Put(x *T) (alone bool) {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	d.mu.Lock()
	d.ownerCAS(true) // the lock's
	alone = d.n == 0
	if d.n == len(d.ring) {
		d.grow(d.n + 1)
	}
	*d.slot(d.n) = x
	d.resize(d.n + 1)
	d.mu.Unlock()
	return alone
}

// Pop takes the youngest item, from the bottom. It answers Got or Empty.
func (d *Locked[T]) Pop() (*T, Outcome) {
	if d.Empty() { // empty at this instant
		return nil, Empty
	}
	d.mu.Lock()
	d.ownerCAS(true)
	if d.n == 0 {
		d.mu.Unlock()
		return nil, Empty
	}
	slot := d.slot(d.n - 1)
	x := *slot
	*slot = nil
	d.resize(d.n - 1)
	d.mu.Unlock()
	return x, Got
}

// PopIf takes the youngest item if there is one and ok holds of it, else it returns nil.
// It calls ok under the lock, so ok must not call d, nor panic.
func (d *Locked[T]) PopIf(ok func(x *T) bool) *T {
	if d.Empty() {
		return nil
	}
	d.mu.Lock()
	d.ownerCAS(true)
	if d.n == 0 {
		d.mu.Unlock()
		return nil
	}
	slot := d.slot(d.n - 1)
	x := *slot
	if !ok(x) {
		d.mu.Unlock()
		return nil
	}
	*slot = nil
	d.resize(d.n - 1)
	d.mu.Unlock()
	return x
}

// Steal takes the oldest item, from the top. It answers Got or Empty.
func (d *Locked[T]) Steal() (*T, Outcome) {
	if d.Empty() { // empty at this instant, and the lock stays free for the owner
		return nil, Empty
	}
	d.mu.Lock()
	d.thiefCAS(true)
	if d.n == 0 {
		d.mu.Unlock()
		return nil, Empty
	}
	slot := d.slot(0)
	x := *slot
	*slot = nil
	d.top = (d.top + 1) & (len(d.ring) - 1)
	d.thiefSteals(1)
	d.resize(d.n - 1)
	d.mu.Unlock()
	return x, Got
}

// Empty reports whether there was no item at some instant of the call. It takes no lock.
func (d *Locked[T]) Empty() bool { return !d.some.Load() }

// Len returns the number of items at some instant of the call. It takes the lock, unless
// there is none.
func (d *Locked[T]) Len() int {
	if d.Empty() {
		return 0
	}
	d.mu.Lock()
	n := d.n
	d.mu.Unlock()
	return n
}

// slot returns the slot k places from the top. Under mu.
func (d *Locked[T]) slot(k int) **T { return &d.ring[(d.top+k)&(len(d.ring)-1)] }

// grow makes a ring for n items or more. Under mu.
func (d *Locked[T]) grow(n int) {
	size := max(minRing, len(d.ring))
	for size < n {
		size *= 2
	}
	ring := make([]*T, size)
	for k := range d.n {
		ring[k] = *d.slot(k)
	}
	d.ring, d.top = ring, 0
}

// resize is the last step of each change. Under mu.
//
// NOT: publish n itself. That is an exchange in each Push and Pop, 6 ns (AMD EPYC, family 26, model 2),
// and most of them find items and leave items behind.
func (d *Locked[T]) resize(n int) {
	if (n > 0) != (d.n > 0) {
		// ORDER: under the lock; a thief that loads false without it, in Steal or StealHalf,
		// linearises its Empty here.
		d.some.Store(n > 0)
	}
	d.n = n
	if invariant.Enabled {
		d.check()
	}
}

// check panics if I1 to I3 do not hold at the ends of the items. Under mu.
func (d *Locked[T]) check() {
	size := len(d.ring)
	switch {
	case size&(size-1) != 0 || d.n < 0 || d.n > size || d.top < 0 || d.top > 0 && d.top >= size:
		panic("skua/deque: Locked: the ring has no such items (I2)")
	case d.some.Load() != (d.n > 0):
		panic("skua/deque: Locked: some does not say whether there are items (I3)")
	case d.n > 0 && (*d.slot(0) == nil || *d.slot(d.n - 1) == nil):
		panic("skua/deque: Locked: no item at an end (I1)")
	case d.n < size && (*d.slot(d.n) != nil || *d.slot(-1) != nil):
		panic("skua/deque: Locked: an item beyond an end (I2)")
	}
}
