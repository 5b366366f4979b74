package deque

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// TestLocked_batch compares with a slice, in random order, on rings as small as one slot
// and with tops at their end: what is pushed at once is popped in its order, a thief gets
// the oldest half of the difference, and PopIf leaves what it is told to leave.
func TestLocked_batch(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, size := range []int{1, 2, 4, 64} {
		d := &Locked[int]{ring: make([]*int, size), top: size - 1}
		var want []int
		made := 0
		for k := range 10_000 {
			switch random.IntN(4) {
			case 0:
				var items []*int
				for range random.IntN(5) {
					items = append(items, new(made))
					made++
				}
				d.PushAll(items)
				for _, x := range slices.Backward(items) {
					want = append(want, *x)
				}
			case 1:
				even := func(x *int) bool { return *x%2 == 0 }
				n := len(want)
				if n > 0 && want[n-1]%2 == 0 {
					want = want[:n-1]
				}
				if x := d.PopIf(even); (x != nil) != (len(want) < n) || x != nil && *x%2 != 0 {
					t.Fatalf("size %d: PopIf of an even item took %v of %d, with %d left", size, x, n, len(want))
				}
			case 2:
				into, own := make([]*int, random.IntN(6)), random.IntN(6)
				n, outcome := d.StealHalf(into, own)
				most := max(0, len(want)-own+1) / 2
				if n != min(most, len(into)) || (outcome == Empty) != (len(want) == 0) {
					t.Fatalf("size %d: StealHalf took %d, %v, with room for %d; there were %d items and %d own",
						size, n, outcome, len(into), len(want), own)
				}
				for k, x := range into[:n] {
					if *x != want[k] {
						t.Fatalf("size %d: item %d of a batch is %d, want %d", size, k, *x, want[k])
					}
				}
				want = want[n:]
			default:
				d.Pop()
				want = want[:max(0, len(want)-1)]
			}
			if k%7 == 0 {
				ringHolds(t, d, want)
			}
		}
	}
}

// TestLocked_level lets thieves with items of their own steal once: whatever the lengths
// were, they differ by at most one afterwards, and only the longer deque gives.
func TestLocked_level(t *testing.T) {
	for victim := range 20 {
		for thief := range 20 {
			var from, to Locked[int]
			for range victim {
				from.Push(new(int))
			}
			for range thief {
				to.Push(new(int))
			}
			into := make([]*int, 32)
			n, _ := from.StealHalf(into, to.Len())
			to.PushAll(into[:n])
			if v, w := from.Len(), to.Len(); v+w != victim+thief || victim <= thief && n > 0 ||
				victim > thief && max(v-w, w-v) > 1 {
				t.Errorf("a thief with %d items took %d of %d: now %d and %d", thief, n, victim, w, v)
			}
		}
	}
}

// TestLocked_crowd lets thieves take halves while the owner pushes, one by one and many at
// once, and pops: every item comes out exactly once. The race detector sees an access that
// is not under the lock.
func TestLocked_crowd(t *testing.T) {
	const items, thieves = 60_000, 2
	var d Locked[int]
	var seen [items]atomic.Int32
	var taken atomic.Int32
	take := func(items ...*int) {
		for _, x := range items {
			seen[*x].Add(1)
		}
		taken.Add(int32(len(items)))
	}
	var wg sync.WaitGroup
	for range thieves {
		wg.Go(func() {
			into := make([]*int, 4)
			for taken.Load() < items {
				n, _ := d.StealHalf(into, 0)
				take(into[:n]...)
			}
		})
	}
	for next := 0; next < items; next += 3 {
		d.PushAll([]*int{new(next), new(next + 1)})
		d.Push(new(next + 2))
		if next%4 == 0 {
			if x, o := d.Pop(); o == Got {
				take(x)
			}
		}
	}
	wg.Wait()
	for n := range seen {
		if c := seen[n].Load(); c != 1 {
			t.Errorf("item %d came out %d times", n, c)
		}
	}
}
