package par_test

import (
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// TestShuffle wants each element once, and the same order on any number of workers.
func TestShuffle(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100, 1<<16 - 1, 1 << 16, 1<<16 + 1, 300_000} {
		var want []int
		for _, way := range ways {
			s := order(make([]int, n))
			par.Shuffle(s, 42, way.option(), par.Grain(1000))
			if want == nil {
				want = s
			}
			if !slices.Equal(s, want) {
				t.Fatalf("n=%d, %s: another order than on one worker", n, way.name)
			}
		}
		if n > 10 && slices.IsSorted(want) {
			t.Errorf("n=%d: nothing was shuffled", n)
		}
		if slices.Sort(want); !slices.Equal(want, order(make([]int, n))) {
			t.Errorf("n=%d: elements are lost", n)
		}
	}
	a, b := order(make([]int, 1000)), order(make([]int, 1000))
	par.Shuffle(a, 1)
	par.Shuffle(b, 2)
	if slices.Equal(a, b) {
		t.Error("two seeds have one order")
	}
}

// TestShuffle_fair counts, for fixed seeds, where elements come to lie: all orders of three, and
// the halves of a long slice. A count is wrong if it is six standard deviations off.
func TestShuffle_fair(t *testing.T) {
	counts := map[[3]int]int{}
	for seed := range uint64(60_000) {
		s := [3]int{0, 1, 2}
		par.Shuffle(s[:], seed)
		counts[s]++
	}
	for s, n := range counts {
		if math.Abs(float64(n)-10_000) > 6*math.Sqrt(10_000*5/6) {
			t.Errorf("%v came %d times in 60,000, want about 10,000", s, n)
		}
	}
	if len(counts) != 6 {
		t.Errorf("%d orders of three elements, want 6", len(counts))
	}
	const n, parts = 400_000, 16
	s := order(make([]int, n))
	par.Shuffle(s, 3)
	var at [parts][parts]int // from which part, to which
	fixed := 0
	for i, v := range s {
		at[v*parts/n][i*parts/n]++
		if i == v {
			fixed++
		}
	}
	mean := float64(n / parts / parts)
	for i := range parts {
		for j := range parts {
			if math.Abs(float64(at[i][j])-mean) > 6*math.Sqrt(mean) {
				t.Errorf("%d elements went from part %d to part %d, want about %v", at[i][j], i, j, mean)
			}
		}
	}
	if fixed > 10 {
		t.Errorf("%d elements stayed where they were, want about 1", fixed)
	}
}

// TestShuffle_orders wants the orders of this version, which are the same on any machine. A change of
// their numbers is one for the changelog.
func TestShuffle_orders(t *testing.T) {
	for n, want := range map[int]uint64{
		1_000: 0x70451e4d4c714138, 1<<16 - 1: 0xbac480ed261481a5, 1 << 16: 0x64c4277ae5d9b854, 200_000: 0x472d116017cc8870,
	} {
		s := order(make([]int, n))
		par.Shuffle(s, 42)
		got := uint64(0)
		for _, v := range s {
			got = got*0x9e3779b97f4a7c15 + uint64(v)
		}
		if got != want {
			t.Errorf("n=%d: the sum of the order is %#x, want %#x", n, got, want)
		}
	}
}
