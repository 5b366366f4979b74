package seq

import (
	"cmp"
	"slices"
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// everywhere runs the program by plain calls and on two schedulers, for several lengths.
func everywhere(t *testing.T, check func(t *testing.T, n int, run func(func(forkjoin.Ctx)))) {
	runs := map[string]func(func(forkjoin.Ctx)){"serial": forkjoin.Serial}
	for _, name := range []string{"typed", "split"} {
		s, err := forkjoin.New(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		runs[name] = s.Run
	}
	for name, run := range runs {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{0, 1, 2, block - 1, block, 3*block + 5, 50_000} {
				check(t, n, run)
			}
		})
	}
}

func TestReduceAndScan(t *testing.T) {
	everywhere(t, func(t *testing.T, n int, run func(func(forkjoin.Ctx))) {
		var sum, total int
		var a []int
		run(func(c forkjoin.Ctx) {
			a = Map(c, n, Grain, func(i int) int { return i })
			sum = Reduce(c, n, 0, func(i int) int { return a[i] }, func(x, y int) int { return x + y })
			total = Scan(c, a)
		})
		want := n * (n - 1) / 2
		if sum != want || total != want {
			t.Errorf("%d elements: sums %d and %d, want %d", n, sum, total, want)
		}
		for i, x := range a {
			if x != i*(i-1)/2 {
				t.Fatalf("%d elements: running sum %d is %d", n, i, x)
			}
		}
	})
}

func TestFilter(t *testing.T) {
	everywhere(t, func(t *testing.T, n int, run func(func(forkjoin.Ctx))) {
		in := gen.Ints(n, 1000)
		even := func(x uint64) bool { return x%2 == 0 }
		want := slices.DeleteFunc(slices.Clone(in), func(x uint64) bool { return !even(x) })
		var got []uint64
		run(func(c forkjoin.Ctx) { got = Filter(c, in, even) })
		if !slices.Equal(got, want) {
			t.Errorf("%d elements: kept %d, want %d, or in another order", n, len(got), len(want))
		}
	})
}

type pair struct{ key, at uint64 }

// TestRadixSort wants equal keys in order.
func TestRadixSort(t *testing.T) {
	everywhere(t, func(t *testing.T, n int, run func(func(forkjoin.Ctx))) {
		for _, bits := range []int{1, 8, 13, 20} {
			a := make([]pair, n)
			for i, x := range gen.Ints(n, 1<<bits) {
				a[i] = pair{x, uint64(i)}
			}
			want := slices.SortedStableFunc(slices.Values(a), func(x, y pair) int { return cmp.Compare(x.key, y.key) })
			run(func(c forkjoin.Ctx) { RadixSort(c, a, bits, func(p pair) uint64 { return p.key }) })
			if !slices.Equal(a, want) {
				t.Errorf("%d elements of %d bits are not sorted, or not stably", n, bits)
			}
		}
	})
}

func TestGroup_starts(t *testing.T) {
	everywhere(t, func(t *testing.T, n int, run func(func(forkjoin.Ctx))) {
		in := gen.Ints(n, 7)
		out := make([]uint64, n)
		var starts []int
		run(func(c forkjoin.Ctx) { starts = Group(c, in, out, 8, func(x uint64) int { return int(x) }) })
		for k := range 8 {
			for _, x := range out[starts[k]:starts[k+1]] {
				if x != uint64(k) {
					t.Fatalf("%d elements: %d among those of %d", n, x, k)
				}
			}
		}
		if starts[0] != 0 || starts[8] != n {
			t.Errorf("%d elements: starts %v", n, starts)
		}
	})
}

func TestSort(t *testing.T) {
	everywhere(t, func(t *testing.T, n int, run func(func(forkjoin.Ctx))) {
		for name, a := range map[string][]uint64{"random": gen.Ints(n, 1<<40), "equal": gen.Ints(n, 2), "sorted": gen.AlmostSorted(max(1, n))} {
			want := slices.Sorted(slices.Values(a))
			run(func(c forkjoin.Ctx) { Sort(c, a, cmp.Compare[uint64]) })
			if !slices.Equal(a, want) {
				t.Errorf("%d elements, %s: not sorted", n, name)
			}
		}
	})
}
