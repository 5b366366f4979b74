package deque

import (
	"math/rand/v2"
	"testing"
)

// ringHolds complains if I1 to I3 do not hold, or the items are not want. Nobody
// else may be inside.
func ringHolds(t *testing.T, d *Locked[int], want []int) {
	t.Helper()
	size := len(d.ring)
	if size&(size-1) != 0 {
		t.Fatalf("the ring has %d slots, want a power of two", size)
	}
	if d.n != len(want) || d.Len() != len(want) {
		t.Fatalf("n is %d and Len %d, want %d", d.n, d.Len(), len(want))
	}
	for k := range size {
		got := d.ring[(d.top+k)&(size-1)]
		if k < len(want) && (got == nil || *got != want[k]) || k >= len(want) && got != nil {
			t.Fatalf("slot %d from the top holds %v; want items %v and nil", k, got, want)
		}
	}
}

// TestLocked_smoke looks at the ring after random operations.
func TestLocked_smoke(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var d Locked[int]
	var want []int
	for k := range 20_000 {
		switch op := random.IntN(4); {
		case op < 2:
			if !d.Push(&k) {
				t.Fatal("Push of an unbounded deque: false")
			}
			want = append(want, k)
		case op == 2:
			d.Pop()
			want = want[:max(0, len(want)-1)]
		default:
			d.Steal()
			want = want[min(1, len(want)):]
		}
		if k%97 == 0 {
			ringHolds(t, &d, want)
		}
	}
}

// TestLocked_growth grows from every position of the top, and empties from both
// ends.
func TestLocked_growth(t *testing.T) {
	for top := range minRing {
		var d Locked[int]
		for k := range top {
			d.Push(&k)
		}
		for range top {
			d.Steal()
		}
		var want []int
		for k := range 5 * minRing {
			d.Push(&k)
			want = append(want, k)
			ringHolds(t, &d, want)
		}
		for len(want) > 0 {
			x, _ := d.Pop()
			y, outcome := d.Steal()
			if *x != want[len(want)-1] || len(want) > 1 && (*y != want[0] || outcome != Got) {
				t.Fatalf("top %d: popped %d and stole %v of %v", top, *x, y, want)
			}
			want = want[1:max(1, len(want)-1)]
			ringHolds(t, &d, want)
		}
	}
}
