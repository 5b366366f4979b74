package hash

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestOrder cuts [0, n) at random and fills the slots from as many goroutines
// as there are parts: whatever the schedule, the output is in order and complete.
func TestOrder(t *testing.T) {
	for seed := range uint64(50) {
		const n = 300
		var got []int
		o, first := newOrder(func(i int) { got = append(got, i) })
		var tasks sync.WaitGroup
		var run func(lo, hi int, s *slot[int], random *rand.Rand)
		run = func(lo, hi int, s *slot[int], random *rand.Rand) {
			if hi-lo == 1 {
				o.fill(s, &lo)
				return
			}
			mid := lo + 1 + random.IntN(hi-lo-1)
			right := s.cut(2)[1]
			seed := random.Uint64()
			tasks.Go(func() { run(mid, hi, right, rand.New(rand.NewPCG(seed, 0))) })
			run(lo, mid, s, random)
		}
		run(0, n, first, rand.New(rand.NewPCG(seed, 1)))
		tasks.Wait()
		for i := range n {
			if i >= len(got) || got[i] != i {
				t.Fatalf("seed %d: results are %v, want 0 to %d", seed, got, n-1)
			}
		}
		if len(got) != n || o.head != nil {
			t.Fatalf("seed %d: %d results, want %d; %v slots are left, want none", seed, len(got), n, o.head)
		}
	}
}

// TestOrder_streams checks that a result does not wait for later ones, and that a
// slot filled with nothing holds nothing up.
func TestOrder_streams(t *testing.T) {
	var got []string
	o, a := newOrder(func(s string) { got = append(got, s) })
	slots := a.cut(3)
	b, c := slots[1], slots[2]
	put := func(s *slot[string], v string, want int) {
		t.Helper()
		if o.fill(s, &v); len(got) != want {
			t.Fatalf("after %s the results are %q, want %d of them", v, got, want)
		}
	}
	put(c, "c", 0)
	put(a, "a", 1)
	if o.fill(b, nil); len(got) != 2 || got[1] != "c" {
		t.Fatalf("results are %q, want a and c", got)
	}
}
