package par_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// nearly are rows of n keys, in order but for something.
var nearly = map[string]func(r *rand.Rand, s []int){
	"in order": func(*rand.Rand, []int) {},
	"appended": func(r *rand.Rand, s []int) {
		for i := len(s) - r.IntN(12); i < len(s); i++ {
			s[i] = r.IntN(len(s))
		}
	},
	"put first": func(r *rand.Rand, s []int) {
		for i := range min(len(s), r.IntN(12)) {
			s[i] = r.IntN(len(s))
		}
	},
	"changed": func(r *rand.Rand, s []int) {
		for range r.IntN(1 + min(300, len(s)/20)) {
			s[r.IntN(len(s))] = r.IntN(len(s))
		}
	},
	"swapped": func(r *rand.Rand, s []int) {
		for range r.IntN(70) {
			i, j := r.IntN(len(s)), r.IntN(len(s))
			s[i], s[j] = s[j], s[i]
		}
	},
	"neighbours": func(r *rand.Rand, s []int) {
		for range r.IntN(70) {
			i := r.IntN(len(s) - 1)
			s[i], s[i+1] = s[i+1], s[i]
		}
	},
	"neighbours apart": func(r *rand.Rand, s []int) { // the first is too large, the second too small
		for range r.IntN(1 + min(32, len(s)/20)) {
			i := r.IntN(len(s) - 1)
			s[i], s[i+1] = s[len(s)-1], s[0]
		}
	},
	"a stretch": func(r *rand.Rand, s []int) {
		i := r.IntN(len(s))
		r.Shuffle(min(50, len(s)-i), func(a, b int) { s[i+a], s[i+b] = s[i+b], s[i+a] })
	},
	"rotated": func(r *rand.Rand, s []int) {
		i := r.IntN(len(s))
		copy(s, slices.Concat(s[i:], s[:i]))
	},
	"rows": func(r *rand.Rand, s []int) {
		for range r.IntN(9) {
			i := r.IntN(len(s))
			slices.Sort(s[i:])
			slices.Sort(s[:i])
			copy(s, slices.Concat(s[i:], s[:i]))
		}
	},
	"backwards": func(_ *rand.Rand, s []int) { slices.Reverse(s) },
	"backwards, appended": func(r *rand.Rand, s []int) {
		slices.Reverse(s)
		for i := len(s) - r.IntN(12); i < len(s); i++ {
			s[i] = r.IntN(len(s))
		}
	},
}

// TestSort_nearly sorts rows that are nearly in order, with few and with many equal keys, by each sort.
func TestSort_nearly(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	r := random(t)
	for name, disturb := range nearly {
		for range size(2, 4, 300) {
			n := []int{13, 100, 3000, 9000, 40_000}[r.IntN(size(4, 5, 5))]
			keys := make([]int, n)
			for i, most := 0, []int{1 + r.IntN(2*n), 10 * n}[r.IntN(2)]; i < n; i++ {
				keys[i] = r.IntN(most)
			}
			slices.Sort(keys)
			disturb(r, keys)
			s, words := make([]keyed, n), make([]string, n)
			for i, k := range keys {
				s[i], words[i] = keyed{k, i}, fmt.Sprintf("%06d", k)
			}
			want, unstable, wantWords := slices.Clone(s), slices.Clone(s), slices.Sorted(slices.Values(words))
			slices.SortStableFunc(want, byKey)
			wantKeys := make([]int, n)
			for i, v := range want {
				wantKeys[i] = v.key
			}
			par.SortFunc(unstable, byKey, par.Sequential())
			complete := slices.SortedFunc(slices.Values(unstable), func(a, b keyed) int { return cmp.Or(byKey(a, b), cmp.Compare(a.at, b.at)) })
			if !slices.IsSortedFunc(unstable, byKey) || !slices.Equal(complete, want) {
				t.Fatalf("%s, n=%d: SortFunc in order: %v, complete: %v", name, n, slices.IsSortedFunc(unstable, byKey), slices.Equal(complete, want))
			}
			for where, o := range sortOptions() {
				what := fmt.Sprintf("%s, n=%d, %s", name, n, where)
				stable, by, again := slices.Clone(s), slices.Clone(s), slices.Clone(s)
				par.SortStableFunc(stable, byKey, o...)
				par.SortBy(by, func(x keyed) int { return x.key }, o...)
				if !slices.Equal(stable, want) || !slices.Equal(by, want) {
					t.Fatalf("%s: SortStableFunc right: %v, SortBy right: %v", what, slices.Equal(stable, want), slices.Equal(by, want))
				}
				if par.SortFunc(again, byKey, o...); !slices.Equal(again, unstable) {
					t.Fatalf("%s: SortFunc in order: %v, and in another one than sequentially", what, slices.IsSortedFunc(again, byKey))
				}
				ints, texts := slices.Clone(keys), slices.Clone(words)
				par.Sort(ints, o...)
				par.Sort(texts, o...)
				if !slices.Equal(ints, wantKeys) || !slices.Equal(texts, wantWords) {
					t.Fatalf("%s: Sort", what)
				}
			}
		}
	}
}

// TestSort_nearlyEqual: many rows whose last elements are equal cost no more than others.
func TestSort_nearlyEqual(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	n, calls := 500_000, 0
	s := make([]int, 64, n)
	for range n / 520 {
		s = append(s, 5, 5, 5, 9)
	}
	for len(s) < n-4*(n/520) {
		s = append(s, 9)
	}
	for range n / 520 {
		s = append(s, 5, 9, 9, 9)
	}
	par.SortFunc(s, func(a, b int) int { calls++; return cmp.Compare(a, b) }, par.Sequential())
	if !slices.IsSorted(s) || calls > 2*n {
		t.Errorf("%d comparisons of %d elements", calls, n)
	}
}

// TestSort_nearlyFew: a row that is in order but for 64 elements, or one of 256, costs O(n) comparisons,
// wherever these are.
func TestSort_nearlyFew(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	r, n := random(t), 100_000
	for name, disturb := range map[string]func(s []int){
		"put first": func(s []int) {
			for i := range 64 {
				s[i] = r.IntN(n)
			}
		},
		"both ends": func(s []int) { // each descends
			for i := range 32 {
				s[i], s[n-1-i] = 2*n-i, i-2*n
			}
		},
		"descending stretches": func(s []int) { // of 8 each, at places as even as those of a look
			for k := range 8 {
				for i := range 8 {
					s[k*(n-9)/7+i] = n - i
				}
			}
		},
		"neighbours": func(s []int) {
			for k := range 32 {
				s[k*n/32+7], s[k*n/32+8] = n, -1
			}
		},
		"anywhere": func(s []int) {
			for range n / 256 {
				s[r.IntN(n)] = r.IntN(n)
			}
		},
	} {
		for _, sort := range []func(s []int, cmp func(a, b int) int, o ...par.Option){par.SortFunc[[]int], par.SortStableFunc[[]int]} {
			s, calls := make([]int, n), 0
			for i := range s {
				s[i] = i
			}
			disturb(s)
			sort(s, func(a, b int) int { calls++; return cmp.Compare(a, b) }, par.Sequential())
			if !slices.IsSorted(s) || calls > 2*n {
				t.Errorf("%s: %d comparisons of %d elements", name, calls, n)
			}
		}
	}
}

// TestSort_nearlyLost: a comparison that panics, or is no order, loses no element of a row that is
// nearly in order.
func TestSort_nearlyLost(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	r := random(t)
	for name, disturb := range nearly {
		for range size(4, 6, 200) {
			n := 9000 + r.IntN(9000)
			s := make([]int, n)
			for i := range s {
				s[i] = i
			}
			disturb(r, s)
			want := slices.Sorted(slices.Values(s))
			after, lies := []int{r.IntN(n), n + r.IntN(300)}[r.IntN(2)], r.IntN(2) == 0
			for _, sort := range []func(s []int, cmp func(a, b int) int, o ...par.Option){par.SortFunc[[]int], par.SortStableFunc[[]int]} {
				got, calls := slices.Clone(s), 0
				expect.Recovered(func() {
					sort(got, func(a, b int) int {
						if calls++; calls > after && !lies {
							panic("enough")
						} else if calls > after {
							return r.IntN(3) - 1
						}
						return cmp.Compare(a, b)
					}, par.Sequential())
				})
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Fatalf("%s, n=%d, after %d calls: elements are lost", name, n, after)
				}
			}
		}
	}
}
