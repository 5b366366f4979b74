package deque

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// invariants complains if I1 to I3 do not hold. Nobody else may be inside.
func invariants[T comparable](t *testing.T, d *Locked[T], want []T) {
	t.Helper()
	size := len(d.ring)
	if size&(size-1) != 0 {
		t.Fatalf("the ring has %d slots, want a power of two", size)
	}
	if d.n != len(want) || d.Len() != len(want) {
		t.Fatalf("n is %d and Len %d, want %d", d.n, d.Len(), len(want))
	}
	var none T
	for k := range size {
		got := d.ring[(d.top+k)&(size-1)]
		if k < len(want) && got != want[k] || k >= len(want) && got != none {
			t.Fatalf("slot %d from the top holds %v; want items %v and zero values", k, got, want)
		}
	}
}

// TestLocked_empty wants Empty from a deque that never held anything and from
// one that does so no more.
func TestLocked_empty(t *testing.T) {
	var d Locked[int]
	for range 3 {
		for name, take := range map[string]func() (int, Outcome){"Pop": d.Pop, "Steal": d.Steal} {
			if x, outcome := take(); x != 0 || outcome != Empty {
				t.Errorf("%s of an empty deque: %d, %v; want 0, empty", name, x, outcome)
			}
			d.Push(5)
			if x, outcome := take(); x != 5 || outcome != Got {
				t.Errorf("%s of the only item: %d, %v; want 5, got", name, x, outcome)
			}
		}
		invariants(t, &d, nil)
	}
}

// TestLocked_smoke compares with a slice, in random order.
func TestLocked_smoke(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	var d Locked[int]
	var want []int
	for k := 1; k <= 20_000; k++ {
		switch random.IntN(4) {
		case 0, 1:
			d.Push(k)
			want = append(want, k)
		case 2:
			x, outcome := d.Pop()
			if len(want) == 0 {
				if outcome != Empty {
					t.Fatalf("step %d: popped %d from nothing; seed %d", k, x, seed)
				}
				continue
			}
			if last := len(want) - 1; outcome != Got || x != want[last] {
				t.Fatalf("step %d: popped %d, %v, want %d; seed %d", k, x, outcome, want[last], seed)
			}
			want = want[:len(want)-1]
		case 3:
			x, outcome := d.Steal()
			if len(want) == 0 {
				if outcome != Empty {
					t.Fatalf("step %d: stole %d from nothing; seed %d", k, x, seed)
				}
				continue
			}
			if outcome != Got || x != want[0] {
				t.Fatalf("step %d: stole %d, %v, want %d; seed %d", k, x, outcome, want[0], seed)
			}
			want = want[1:]
		}
		if k%97 == 0 {
			invariants(t, &d, want)
		}
	}
}

// TestLocked_wrapAround moves the items round the ring, at every length.
func TestLocked_wrapAround(t *testing.T) {
	for n := range minRing + 1 {
		var d Locked[int]
		var want []int
		for k := 1; k <= n; k++ {
			d.Push(k)
			want = append(want, k)
		}
		for k := n + 1; k < n+5*minRing; k++ {
			if n < minRing {
				d.Push(k)
				want = append(want, k)
			}
			x, outcome := d.Steal()
			if outcome != Got || x != want[0] {
				t.Fatalf("%d items: stole %d, %v, want %d", n, x, outcome, want[0])
			}
			want = want[1:]
			if n == minRing {
				d.Push(k)
				want = append(want, k)
			}
			invariants(t, &d, want)
		}
		if n > 0 && len(d.ring) != minRing {
			t.Errorf("%d items: the ring grew to %d slots", n, len(d.ring))
		}
	}
}

// TestLocked_growth grows from every position of the top.
func TestLocked_growth(t *testing.T) {
	for top := range minRing {
		var d Locked[int]
		for k := range top {
			d.Push(k)
		}
		for range top {
			d.Steal()
		}
		var want []int
		for k := 1; k <= 5*minRing; k++ {
			d.Push(k)
			want = append(want, k)
			invariants(t, &d, want)
		}
		for len(want) > 0 {
			x, _ := d.Pop()
			y, outcome := d.Steal()
			if x != want[len(want)-1] || len(want) > 1 && (y != want[0] || outcome != Got) {
				t.Fatalf("top %d: popped %d and stole %d of %v", top, x, y, want)
			}
			want = want[1:max(1, len(want)-1)]
			invariants(t, &d, want)
		}
	}
}

// TestLocked_stampede lets an owner and thieves loose: each item comes out
// exactly once, and each thief's in order.
func TestLocked_stampede(t *testing.T) {
	for _, thieves := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("thieves=%d", thieves), func(t *testing.T) {
			const items = 20_000
			var d Locked[int]
			var over atomic.Bool
			taken := make([][]int, thieves+1)
			var wg sync.WaitGroup
			for id := range thieves {
				wg.Go(func() {
					for {
						last := over.Load()
						x, outcome := d.Steal()
						switch outcome {
						case Got:
							taken[id] = append(taken[id], x)
						case Lost:
							t.Error("a locked deque lost a race")
						case Empty:
							if last {
								return
							}
							runtime.Gosched()
						}
					}
				})
			}
			for k := 1; k <= items; k++ {
				d.Push(k)
				if k%3 == 0 {
					if x, outcome := d.Pop(); outcome == Got {
						taken[thieves] = append(taken[thieves], x)
					}
				}
			}
			over.Store(true)
			wg.Wait()
			for id := range thieves {
				if !slices.IsSorted(taken[id]) {
					t.Error("a thief got a younger item before an older one")
				}
			}
			all := slices.Sorted(slices.Values(slices.Concat(taken...)))
			if len(all) != items {
				t.Fatalf("%d items came out, want %d", len(all), items)
			}
			for k, x := range all {
				if x != k+1 {
					t.Fatalf("item %d is missing or came twice", k+1)
				}
			}
			invariants(t, &d, nil)
		})
	}
}

// TestLocked_release wants what was taken out collected, though the deque lives.
func TestLocked_release(t *testing.T) {
	type item [64]byte
	var d Locked[*item]
	var gone atomic.Int32
	const items = 100
	for range items {
		x := new(item)
		runtime.AddCleanup(x, func(gone *atomic.Int32) { gone.Add(1) }, &gone)
		d.Push(x)
	}
	for d.Len() > 0 {
		d.Pop()
		d.Steal()
	}
	for k := 0; k < 200 && gone.Load() < items; k++ {
		runtime.GC()
		runtime.Gosched()
	}
	if n := gone.Load(); n != items {
		t.Errorf("%d of %d items were collected", n, items)
	}
	runtime.KeepAlive(&d)
}
