package deque

import (
	"runtime"
	"testing"
	"weak"
)

// blocksOf is how many blocks the deque keeps alive.
func blocksOf[T any](d *BWoS[T]) int {
	all := map[*block[T]]bool{}
	for b := d.first.Load(); b != nil; b = b.next.Load() {
		all[b] = true
	}
	for b := d.block; b != nil; b = b.below {
		all[b] = true
	}
	return len(all)
}

// TestBWoS_collected: an owner that never pops keeps no block that thieves have emptied.
func TestBWoS_collected(t *testing.T) {
	for _, size := range []int{1, 2, 32} {
		d := NewBWoS[task](size)
		var early []weak.Pointer[block[task]]
		for n := range 100 * size {
			d.Push(new(task))
			if n < 10*size && d.bottom == 1 {
				early = append(early, weak.Make(d.block))
			}
			for outcome := Got; outcome == Got; {
				_, outcome = d.Steal()
			}
		}
		if n := blocksOf(d); n > 3 {
			t.Errorf("size %d: %d blocks are kept after 100 were emptied, want 3 at most", size, n)
		}
		runtime.GC()
		for k, b := range early {
			if b.Value() != nil {
				t.Errorf("size %d: block %d of those emptied first is reachable", size, k)
			}
		}
		runtime.KeepAlive(d)
	}
}

// TestBWoS_reused: an owner that goes up and down makes its blocks once.
func TestBWoS_reused(t *testing.T) {
	d, x := NewBWoS[task](2), new(task)
	if n := testing.AllocsPerRun(10, func() {
		for range 100 {
			d.Push(x)
		}
		for range 100 {
			d.Pop()
		}
	}); n != 0 {
		t.Errorf("%v allocations for 100 pushes and their pops, want none after the first", n)
	}
}

// TestBWoS_granted: a Push that grants a block tells nobody, so the next Poll does, also if the owner's
// block is empty by then, and the request is served.
func TestBWoS_granted(t *testing.T) {
	d, x := NewBWoS[task](2), new(task)
	if _, outcome := d.Steal(); outcome != Empty || d.Poll() != 0 || !d.Requested() {
		t.Fatalf("%v from an empty deque, a request that stands: %v, want empty and true", outcome, d.Requested())
	}
	for range 3 {
		d.Push(x)
	}
	d.Pop()
	if n := d.Poll(); n != 2 || d.Requested() {
		t.Errorf("the poll answers %d for 2 that are granted, the request stands: %v", n, d.Requested())
	}
	if n := d.Poll(); n != 0 {
		t.Errorf("a poll without request answers %d", n)
	}
}

// TestBWoS_below: what thieves took of a block stays theirs after the owner has taken it back.
func TestBWoS_below(t *testing.T) {
	d := NewBWoS[task](4)
	for k := range 5 {
		d.Push(&task{id: k})
	}
	d.Steal()
	d.Steal()
	for _, want := range []int{4, 3} { // the second takes the block back
		if x, _ := d.Pop(); x == nil || x.id != want {
			t.Fatalf("popped %v, want %d", x, want)
		}
	}
	for k := range 3 {
		d.Push(&task{id: 10 + k}) // one of them does not fit
	}
	var got []int
	for x, outcome := d.Pop(); outcome == Got; x, outcome = d.Pop() {
		got = append(got, x.id)
	}
	if len(got) != 4 || got[0] != 12 || got[3] != 2 || d.Len() != 0 || d.Private() != 0 {
		t.Errorf("popped %v, want 12 11 10 2; %d and %d are left", got, d.Len(), d.Private())
	}
}
