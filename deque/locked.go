package deque

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// Locked is an unbounded deque under a lock: the baseline that the lock-free
// ones are measured against, and the oracle that they are compared with. All
// methods are safe for concurrent use and none answers Lost. They block while
// another goroutine is inside one. The zero value is empty and ready; do not
// copy it.
//
// Invariants:
//
//	I1  The items are ring[top mod len(ring)] … ring[(top+n-1) mod len(ring)], oldest first.
//	I2  len(ring) is 0 or a power of two; every other slot holds nil.
//	I3  size equals n whenever the lock is free.
type Locked[T any] struct {
	counters
	mu   park.Mutex
	ring []*T
	top  int
	n    int
	size atomic.Int64
}

const minRing = 8 // slots of the first ring: arbitrary, not measured

// Push adds x, which must not be nil, at the bottom and returns true: the deque is
// never full. Cost: amortised O(1).
func (d *Locked[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ownerCAS(true) // the lock's
	if d.n == len(d.ring) {
		d.grow()
	}
	d.ring[(d.top+d.n)&(len(d.ring)-1)] = x
	d.resize(d.n + 1)
	return true
}

// Pop takes the youngest item, from the bottom. It answers Got or Empty.
func (d *Locked[T]) Pop() (*T, Outcome) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ownerCAS(true)
	return d.take(d.n - 1)
}

// Steal takes the oldest item, from the top. It answers Got or Empty.
func (d *Locked[T]) Steal() (*T, Outcome) {
	if d.size.Load() == 0 { // empty at this instant, and the lock stays free for the owner
		return nil, Empty
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.thiefCAS(true)
	x, outcome := d.take(0)
	if outcome == Got {
		d.thiefSteals(1)
		d.top = (d.top + 1) & (len(d.ring) - 1)
	}
	return x, outcome
}

// Len returns the number of items at some instant of the call.
func (d *Locked[T]) Len() int { return int(d.size.Load()) }

// take removes the item k places from the top, which must be an end.
func (d *Locked[T]) take(k int) (x *T, outcome Outcome) {
	if d.n == 0 {
		return nil, Empty
	}
	slot := &d.ring[(d.top+k)&(len(d.ring)-1)]
	x, *slot = *slot, nil
	d.resize(d.n - 1)
	return x, Got
}

func (d *Locked[T]) grow() {
	ring := make([]*T, max(minRing, 2*len(d.ring)))
	for k := range d.n {
		ring[k] = d.ring[(d.top+k)&(len(d.ring)-1)]
	}
	d.ring, d.top = ring, 0
}

func (d *Locked[T]) resize(n int) {
	d.n = n
	// ORDER: under the lock; a thief that loads 0 linearises its Empty here.
	d.size.Store(int64(n))
}
