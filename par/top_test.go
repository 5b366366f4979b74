package par_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// topTwin sorts all, and cuts.
func topTwin[E any](s []E, k int, cmp func(a, b E) int) []E {
	s = slices.Clone(s)
	slices.SortStableFunc(s, func(a, b E) int { return cmp(b, a) })
	return s[:min(k, len(s))]
}

func TestTopKFunc(t *testing.T) {
	eachCase(t, func(g given) {
		s := pairs(g.s)
		byValue := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		all := topTwin(s, len(s), byValue)
		for _, k := range []int{0, 1, 2, 10, len(s) / 9, len(s), len(s) + 1, g.rand.IntN(len(s) + 1)} {
			got, want := par.TopKFunc(s, k, jolting2(byValue), g.o...), all[:min(k, len(s))]
			if !slices.Equal(got, want) {
				g.Wrong("k=%d: got %v, want %v", k, got, want)
			}
		}
		if !slices.Equal(s, pairs(g.s)) {
			g.Wrong("s was changed")
		}
	})
}

func TestTopK(t *testing.T) {
	r := random(t)
	s := make([]float64, 50_000)
	for i := range s {
		s[i] = math.Trunc(r.NormFloat64() * 100)
		if i%100 == 0 {
			s[i] = math.NaN()
		}
	}
	for _, s := range [][]float64{s, slices.Sorted(slices.Values(s)), {}, {math.NaN()}} {
		all := topTwin(s, len(s), cmp.Compare[float64])
		for _, way := range ways {
			for _, k := range []int{1, 7, 1000, 50_000} {
				got, want := par.TopK(s, k, way.option()), all[:min(k, len(s))]
				if !slices.EqualFunc(got, want, func(a, b float64) bool { return a == b || a != a && b != b }) {
					t.Fatalf("%s, k=%d: got %v, want %v", way.name, k, got, want)
				}
			}
		}
	}
}

// TestTopK_noOrder: a comparison that is no order gives elements of s, each at most once.
func TestTopK_noOrder(t *testing.T) {
	r := random(t)
	s := order(make([]int, 5000))
	for _, k := range []int{1, 100, 2000} {
		got := par.TopKFunc(s, k, func(a, b int) int { return int(hash(a^b)%3) - 1 }, par.On(pool(2+r.IntN(7))))
		seen := map[int]bool{}
		for _, v := range got {
			if v < 0 || v >= len(s) || seen[v] {
				t.Errorf("k=%d: %d is none of s, or twice in the result", k, v)
			}
			seen[v] = true
		}
		if len(got) != k {
			t.Errorf("%d elements, want %d", len(got), k)
		}
	}
}
