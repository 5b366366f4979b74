package par_test

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// sortOptions are the ways to run a sort that must not make a difference.
var sortOptions = sync.OnceValue(func() map[string][]par.Option {
	m := map[string][]par.Option{
		"default":    nil,
		"sequential": {par.Sequential()},
		"most=1":     {par.MaxWorkers(1)},
		"most=2":     {par.MaxWorkers(2)},
		"grain=1":    {par.Grain(1)},
	}
	for _, k := range []int{1, 2, 8} {
		p, err := skua.New(skua.WithWorkers(k))
		if err != nil {
			panic(err)
		}
		m[fmt.Sprintf("workers=%d", k)] = []par.Option{par.On(p)}
	}
	return m
})

// someOptions yields the ways to sort n elements, of which many are sorted in some ways only
// unless it is the night: in which, is random.
func someOptions(n int) iter.Seq2[string, []par.Option] {
	return func(yield func(string, []par.Option) bool) {
		most := len(sortOptions())
		if n > 1000 {
			most = size(1, 2, most)
		}
		for name, o := range sortOptions() {
			if most--; most < 0 || !yield(name, o) {
				return
			}
		}
	}
}

// sortLengths are around every size at which a sort does something else.
var sortLengths = []int{0, 1, 2, 12, 13, 63, 64, 65, 1000, 2047, 2048, 4095, 4096, 4097, 8191, 8192, 8193, 10_000, 65_535, 65_537, 150_000}

// sortPatterns return the i-th of n keys.
var sortPatterns = map[string]func(r *rand.Rand, i, n int) int{
	"random":     func(r *rand.Rand, _, _ int) int { return r.Int() },
	"ascending":  func(_ *rand.Rand, i, _ int) int { return i },
	"descending": func(_ *rand.Rand, i, _ int) int { return -i },
	"stairs":     func(_ *rand.Rand, i, _ int) int { return -i / 10 },
	"equal":      func(_ *rand.Rand, _, _ int) int { return 7 },
	"few":        func(r *rand.Rand, _, _ int) int { return r.IntN(5) - 2 },
	"one odd":    func(_ *rand.Rand, i, n int) int { return one(i == n/2) },
	"organ pipe": func(_ *rand.Rand, i, n int) int { return min(i, n-i) },
	"blocks":     func(_ *rand.Rand, i, _ int) int { return i % (1 << 14) },
	"blocks/2":   func(_ *rand.Rand, i, _ int) int { return i % (1 << 13) },
	"saw":        func(_ *rand.Rand, i, _ int) int { return i % 1000 },
	"appended":   func(r *rand.Rand, i, n int) int { return i - one(i > n-10)*r.IntN(n) },
	"powers":     func(r *rand.Rand, _, _ int) int { return -1 << r.IntN(64) },
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

type keyed struct{ key, at int }

func byKey(a, b keyed) int { return cmp.Compare(a.key, b.key) }

// stable is the order that a stable sort by keys gives elements that lie in the order of their places.
// A sort by it is a second opinion that costs a fraction of slices.SortStableFunc.
func stable(a, b keyed) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at))
}

// eachSort calls f with every pattern and length.
func eachSort(t *testing.T, f func(t *testing.T, s []keyed)) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for _, name := range slices.Sorted(maps.Keys(sortPatterns)) {
		pattern := sortPatterns[name]
		for _, n := range sortLengths {
			if n > size(100, 5000, math.MaxInt) && name != "random" && r.IntN(size(16, 8, 8)) > 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/n=%d/seed=%d", name, n, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 0))
				s := make([]keyed, n)
				for i := range s {
					s[i] = keyed{pattern(r, i, n), i}
				}
				f(t, s)
			})
		}
	}
}

func TestSortFunc(t *testing.T) {
	eachSort(t, func(t *testing.T, s []keyed) {
		first := slices.Clone(s)
		par.SortFunc(first, byKey)
		if !slices.IsSortedFunc(first, byKey) {
			t.Fatal("not in order")
		}
		permutation(t, first, s)
		for name, o := range someOptions(len(s)) {
			got := slices.Clone(s)
			if par.SortFunc(got, byKey, o...); !slices.Equal(got, first) {
				t.Fatalf("%s: equal elements come in another order", name)
			}
		}
	})
}

func TestSortStableFunc(t *testing.T) {
	eachSort(t, func(t *testing.T, s []keyed) {
		want := slices.Clone(s)
		slices.SortFunc(want, stable)
		for name, o := range someOptions(len(s)) {
			got := slices.Clone(s)
			if par.SortStableFunc(got, byKey, o...); !slices.Equal(got, want) {
				t.Fatalf("%s: not the stable order", name)
			}
		}
	})
}

// permutation fails unless got has every element of s once. Their places tell them apart.
func permutation(t *testing.T, got, s []keyed) {
	t.Helper()
	seen := make([]bool, len(s))
	for _, x := range got {
		if seen[x.at] || s[x.at] != x {
			t.Fatalf("%v is there twice", x)
		}
		seen[x.at] = true
	}
	if len(got) != len(s) {
		t.Fatalf("%d elements, want %d", len(got), len(s))
	}
}

// sorts are the sorts by a comparison, which must stand every comparison.
var sorts = map[string]func(s []keyed, cmp func(a, b keyed) int, o ...par.Option){
	"SortFunc":       func(s []keyed, cmp func(a, b keyed) int, o ...par.Option) { par.SortFunc(s, cmp, o...) },
	"SortStableFunc": func(s []keyed, cmp func(a, b keyed) int, o ...par.Option) { par.SortStableFunc(s, cmp, o...) },
	"MergeFunc": func(s []keyed, cmp func(a, b keyed) int, o ...par.Option) {
		copy(s, par.MergeFunc(s[:len(s)/3], s[len(s)/3:], cmp, o...))
	},
}

func eachBadSort(t *testing.T, f func(t *testing.T, sort func(s []keyed, cmp func(a, b keyed) int), s []keyed)) {
	for name, sort := range sorts {
		for where, o := range sortOptions() {
			all := []int{10, 100, 1000, 5000, 20_000, 140_000}
			for _, n := range size([]int{10, 1000, 20_000}, all, all) {
				if n > size(1000, 5000, math.MaxInt) && where != "workers=2" {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/n=%d", name, where, n), func(t *testing.T) {
					s := make([]keyed, n)
					for i := range s {
						s[i] = keyed{rand.Int(), i}
					}
					f(t, func(s []keyed, cmp func(a, b keyed) int) { sort(s, cmp, o...) }, s)
				})
			}
		}
	}
}

func TestSort_noOrder(t *testing.T) {
	orders := map[string]func(a, b keyed) int{
		"random":  func(_, _ keyed) int { return rand.IntN(3) - 1 },
		"below":   func(_, _ keyed) int { return -1 },
		"above":   func(_, _ keyed) int { return 1 },
		"circle":  func(a, b keyed) int { return (a.key-b.key)%3 - 1 },
		"partial": func(a, b keyed) int { return a.key%8 - b.key%5 },
		"most below": func(a, b keyed) int { // so no division divides, but it is not in descending order either
			if a.at == 1 || b.at == 1 {
				return 1
			}
			return -1
		},
	}
	eachBadSort(t, func(t *testing.T, sort func(s []keyed, cmp func(a, b keyed) int), s []keyed) {
		for _, order := range orders {
			got := slices.Clone(s)
			sort(got, order)
			permutation(t, got, s)
		}
	})
}

func TestSort_panic(t *testing.T) {
	eachBadSort(t, func(t *testing.T, sort func(s []keyed, cmp func(a, b keyed) int), s []keyed) {
		for range size(2, 4, 4) {
			bad := rand.IntN(len(s)) // the comparison fails at this element
			got := slices.Clone(s)
			ended := make(chan any)
			var met atomic.Bool
			go func() {
				defer func() { ended <- recover() }()
				sort(got, func(a, b keyed) int {
					if a.at == bad || b.at == bad {
						met.Store(true)
						if bad%2 == 1 {
							runtime.Goexit()
						}
						panic("bad")
					}
					return byKey(a, b)
				})
			}()
			if v := <-ended; met.Load() && (v != nil) != (bad%2 == 0) {
				t.Fatalf("bad=%d: ended with %v", bad, v)
			}
			permutation(t, got, s)
		}
	})
}

func TestSort_panicLate(t *testing.T) {
	eachBadSort(t, func(t *testing.T, sort func(s []keyed, cmp func(a, b keyed) int), s []keyed) {
		var all atomic.Int64
		sort(slices.Clone(s), func(a, b keyed) int {
			all.Add(1)
			return byKey(a, b)
		})
		for range size(2, 4, 8) {
			after := rand.Int64N(all.Load() + 1)
			got := slices.Clone(s)
			var made atomic.Int64
			func() {
				defer func() { _ = recover() }()
				sort(got, func(a, b keyed) int {
					if made.Add(1) > after {
						panic("late")
					}
					return byKey(a, b)
				})
			}()
			permutation(t, got, s)
		}
	})
}
