package deque

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestStealHalf_market lets owners of different capacities loose on each other,
// and a thief without a deque: each item comes out exactly once, and after every
// operation of an owner its bounds hold.
func TestStealHalf_market(t *testing.T) {
	for _, capacities := range [][]int{{4, 4}, {16, 2, 1}, {64, 8, 256}, {1024, 1024}} {
		t.Run(fmt.Sprintf("capacities=%v", capacities), func(t *testing.T) { market(t, capacities, 8_000) })
	}
}

// market has each owner make that many items.
func market(t *testing.T, capacities []int, items int) {
	var deques []*StealHalf[int]
	for _, capacity := range capacities {
		deques = append(deques, newStealHalf[int](capacity, indexMask-100, ^uint32(100)))
	}
	numbers := make([]int, len(deques)*items)
	taken := make([]atomic.Int32, len(numbers))
	var left atomic.Int64
	left.Store(int64(len(numbers)))
	take := func(x *int) {
		taken[*x].Add(1)
		left.Add(-1)
	}
	var wg sync.WaitGroup
	for id, own := range deques {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(rand.Uint64(), 0))
			made := 0
			for left.Load() > 0 {
				switch {
				case made < items && random.IntN(5) < 3:
					x := &numbers[id*items+made]
					if *x = id*items + made; own.Push(x) {
						made++
					} else if y, outcome := own.Pop(); outcome == Got {
						take(y)
					}
				case random.IntN(3) > 0:
					if x, outcome := own.Pop(); outcome == Got {
						take(x)
					} else if made == items {
						runtime.Gosched()
					}
				default:
					if victim := deques[random.IntN(len(deques))]; victim != own {
						victim.StealInto(own)
					}
				}
				own.check()
			}
		})
	}
	wg.Go(func() {
		for k := 0; left.Load() > 0; k++ {
			x, outcome := deques[k%len(deques)].Steal()
			if outcome == Got {
				take(x)
			} else {
				runtime.Gosched()
			}
		}
	})
	wg.Wait()
	for x := range taken {
		if n := taken[x].Load(); n != 1 {
			t.Errorf("item %d came out %d times", x, n)
		}
	}
	for _, d := range deques {
		if _, outcome := d.Pop(); outcome != Empty {
			t.Error("something is left")
		}
		clean(t, d)
	}
}
