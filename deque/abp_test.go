package deque

import (
	"fmt"
	"math"
	"testing"
)

// panics returns what f panics with.
func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestABP_capacity(t *testing.T) {
	for _, capacity := range []int{math.MinInt, -1, 0, maxABP + 1} {
		want := fmt.Sprintf("skua/deque: capacity %d of an ABP is not in 1…1073741824", capacity)
		if got := panics(func() { NewABP[task](capacity) }); got != want {
			t.Errorf("NewABP(%d): panic %v, want %q", capacity, got, want)
		}
	}
	for _, capacity := range []int{1, 3, 1000} {
		d := NewABP[task](capacity)
		n := 0
		for d.Push(new(task)) {
			n++
		}
		if n != capacity {
			t.Errorf("NewABP(%d): room for %d", capacity, n)
		}
	}
}

// TestABP_full wants a deque whose tasks were stolen to be full until its owner
// has popped it empty.
func TestABP_full(t *testing.T) {
	d := NewABP[task](2)
	push := func(want bool) {
		t.Helper()
		if got := d.Push(new(task)); got != want {
			t.Fatalf("push at age %#x, bottom %d: %v, want %v", d.age.Load(), d.b, got, want)
		}
	}
	push(true)
	push(true)
	d.Steal()
	d.Steal()
	push(false)
	if x, outcome := d.Pop(); x != nil || outcome != Empty {
		t.Fatalf("pop: %v, %v, want nil, empty", x, outcome)
	}
	push(true)
	push(true)
	push(false)
}

// TestABP_tag wants a thief that read age before a reset to fail after it, though
// top is the same and the slot holds an item again, and also if tags overflow.
func TestABP_tag(t *testing.T) {
	for _, tag := range []uint64{0, math.MaxUint32} {
		d := NewABP[task](4)
		d.age.Store(tag << 32)
		d.Push(new(task))
		seen := d.age.Load()
		d.Pop()
		d.Push(new(task))
		if d.age.CompareAndSwap(seen, seen+1) {
			t.Errorf("tag %#x: a thief that slept through a reset stole", tag)
		}
		if age := d.age.Load(); topOf(age) != 0 || uint32(age>>32) != uint32(tag+1) {
			t.Errorf("tag %#x: age is %#x after a reset", tag, age)
		}
	}
}

// TestABP_slots wants every slot nil once Pop answered Empty, and every popped
// item's at once.
func TestABP_slots(t *testing.T) {
	d := NewABP[task](64)
	for stolen := range 10 {
		for range 10 {
			d.Push(new(task))
		}
		for range stolen {
			d.Steal()
		}
		for _, outcome := d.Pop(); outcome == Got; _, outcome = d.Pop() {
			if d.slots[d.b].Load() != nil {
				t.Errorf("%d stolen: the item popped from slot %d is still there", stolen, d.b)
			}
		}
		for i := range d.slots {
			if d.slots[i].Load() != nil {
				t.Fatalf("%d stolen: the empty deque keeps an item in slot %d", stolen, i)
			}
		}
	}
}
