package par_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestSortBy(t *testing.T) {
	eachCase(t, func(g given) {
		word := func(p pair) string { return fmt.Sprint(p.key) }
		byWord := jolting(word)
		byFloat := func(p pair) float64 {
			if p.key == 50 {
				return math.NaN()
			}
			return float64(p.key) - 50
		}
		for name, check := range map[string]func(s []pair) []pair{
			"word":  func(s []pair) []pair { par.SortBy(s, byWord, g.o...); return sortTwin(g.s, word) },
			"float": func(s []pair) []pair { par.SortBy(s, byFloat, g.o...); return sortTwin(g.s, byFloat) },
			"byte": func(s []pair) []pair {
				key := func(p pair) int8 { return int8(p.key - 50) }
				par.SortBy(s, key, g.o...)
				return sortTwin(g.s, key)
			},
			"uint64": func(s []pair) []pair {
				key := func(p pair) uint64 { return uint64(p.key) << 57 }
				par.SortBy(s, key, g.o...)
				return sortTwin(g.s, key)
			},
			"int": func(s []pair) []pair {
				key := func(p pair) int { return p.key - 50 + math.MinInt*(p.key&1) }
				par.SortBy(s, key, g.o...)
				return sortTwin(g.s, key)
			},
		} {
			s := pairs(g.s)
			if want := check(s); !slices.Equal(s, want) {
				g.Wrong("by %s: got %v, want %v", name, s, want)
			}
		}
	})
}

// sortTwin returns the pairs of v by key, and those of one key by where they are: it asks for each key once.
func sortTwin[K cmp.Ordered](v []int, key func(pair) K) []pair {
	s := pairs(v)
	keys := make([]K, len(s))
	for i, p := range s {
		keys[i] = key(p)
	}
	slices.SortFunc(s, func(a, b pair) int {
		return cmp.Or(cmp.Compare(keys[a.at], keys[b.at]), cmp.Compare(a.at, b.at))
	})
	return s
}

// TestSortBy_long is long enough for every kind of sort.
func TestSortBy_long(t *testing.T) {
	r := random(t)
	s := make([]pair, size(20_000, 100_000, 200_000))
	for i := range s {
		s[i] = pair{r.IntN(5000), i}
	}
	for _, spread := range []int64{1, 1 << 20, 1 << 50} {
		key := func(p pair) int64 { return int64(p.key-2500) * spread }
		want := slices.Clone(s)
		slices.SortFunc(want, func(a, b pair) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.at, b.at)) })
		for _, way := range ways {
			got := slices.Clone(s)
			if par.SortBy(got, key, way.option()); !slices.Equal(got, want) {
				t.Errorf("%s, keys %d apart: wrong order", way.name, spread)
			}
		}
	}
}
