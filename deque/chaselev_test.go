package deque

import (
	"math"
	"testing"
)

// TestChaseLev_zero wants the zero value to answer Empty, without a ring.
func TestChaseLev_zero(t *testing.T) {
	var d ChaseLev[task]
	for range 2 {
		_, popped := d.Pop()
		_, stolen := d.Steal()
		if popped != Empty || stolen != Empty || d.Len() != 0 || d.ring != nil {
			t.Errorf("the zero value: pop %v, steal %v, length %d, ring %v", popped, stolen, d.Len(), d.ring)
		}
	}
	d.Push(new(task))
	if d.ring.size() != minRing || d.Len() != 1 {
		t.Errorf("after a push: ring of %d, length %d; want %d, 1", d.ring.size(), d.Len(), minRing)
	}
}

// TestChaseLev_ring wants the ring to double when it is full and to halve when it
// is a quarter full, from every position of the top, and to keep every item.
func TestChaseLev_ring(t *testing.T) {
	const most = 1000
	for _, first := range []int64{0, 1, 5, 7, math.MaxInt64 - 500, -1} {
		d := chaseLevAt(minRing, first)
		sizeAfter := func(what string, n int, want int64) {
			t.Helper()
			if got := d.ring.size(); got != want {
				t.Fatalf("first index %d: ring of %d after a %s with %d items, want %d", first, got, what, n, want)
			}
		}
		want := int64(minRing)
		for n := 1; n <= most; n++ {
			d.Push(&task{id: n})
			if int64(n) > want {
				want *= 2
			}
			sizeAfter("push", n, want)
		}
		for n := most - 1; n >= 0; n-- {
			if x, outcome := d.Pop(); outcome != Got || x.id != n+1 {
				t.Fatalf("first index %d: pop %v, %v, want task %d", first, x, outcome, n+1)
			}
			if n > 0 && int64(n) <= want/4 && want > minRing {
				want /= 2
			}
			if n > 0 {
				sizeAfter("pop", n, want)
			}
		}
	}
}

// TestChaseLev_sameRing wants the ring to stay if thieves make the room.
func TestChaseLev_sameRing(t *testing.T) {
	d := chaseLevAt(minRing, 0)
	for range 10 * minRing {
		d.Push(new(task))
		d.Push(new(task))
		d.Steal()
		d.Steal()
	}
	if got := d.ring.size(); got != minRing {
		t.Errorf("a ring of %d for two items, want %d", got, minRing)
	}
}

// TestChaseLev_stolenRing wants the ring to become small again if all its items
// were stolen, a halving for each Pop.
func TestChaseLev_stolenRing(t *testing.T) {
	d := chaseLevAt(minRing, 0)
	for range 1000 {
		d.Push(new(task))
	}
	for range 1000 {
		d.Steal()
	}
	for want := int64(512); want >= minRing; want /= 2 {
		if _, outcome := d.Pop(); outcome != Empty || d.ring.size() != want {
			t.Fatalf("pop of an empty deque: %v, ring of %d; want empty, %d", outcome, d.ring.size(), want)
		}
	}
}

// TestChaseLev_oldRing wants a thief that holds a replaced ring to find in it every
// item that it can still win, whatever the owner did since.
func TestChaseLev_oldRing(t *testing.T) {
	d := chaseLevAt(4, math.MaxInt64-2)
	for n := range 4 {
		d.Push(&task{id: n})
	}
	for n := range 4 {
		top, old := d.top.Load(), d.array.Load()
		for range 40 {
			d.Push(&task{id: -1})
		}
		for range 40 {
			d.Pop()
		}
		if x := old.slot(top).Load(); d.array.Load() == old || x == nil || x.id != n {
			t.Fatalf("the old ring has %v for task %d", x, n)
		}
		if x, outcome := d.Steal(); outcome != Got || x.id != n {
			t.Fatalf("steal: %v, %v, want task %d", x, outcome, n)
		}
	}
}

// TestChaseLev_slots wants every slot nil once Pop answered Empty or gave the last
// item, and every popped item's at once.
func TestChaseLev_slots(t *testing.T) {
	for stolen := range 30 {
		d := chaseLevAt(minRing, math.MaxInt64-10)
		for range 3 { // the ring is not fresh
			for range 30 {
				d.Push(new(task))
			}
			for range stolen {
				d.Steal()
			}
			for d.Len() > 0 {
				d.Pop()
				if x := d.ring.slot(d.b).Load(); x != nil && d.ring.size() > int64(d.Len()) {
					t.Errorf("%d stolen: the item popped from index %d is still there", stolen, d.b)
				}
			}
			for i := range d.ring.slots {
				if d.ring.slots[i].Load() != nil {
					t.Fatalf("%d stolen: the empty deque keeps an item in slot %d", stolen, i)
				}
			}
		}
	}
}
