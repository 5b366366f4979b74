package par_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func uniqueTwin[E any, K comparable](s []E, key func(E) K) []E {
	seen, out := map[K]bool{}, []E{}
	for _, v := range s {
		if k := key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

func TestUnique(t *testing.T) {
	eachCase(t, func(g given) {
		groups := []int{1, 10, 100_000}[g.rand.IntN(3)]
		words := par.Map(g.s, func(v int) string { return fmt.Sprint(v * g.rand.IntN(50) % groups) }, par.Sequential())
		if got, want := par.Unique(words, g.o...), uniqueTwin(words, func(s string) string { return s }); !slices.Equal(got, want) {
			g.Wrong("Unique: got %v, want %v", got, want)
		}
		s := pairs(g.s)
		key := jolting(func(p pair) int { return p.key * p.at % groups })
		if got, want := par.UniqueBy(s, key, g.o...), uniqueTwin(s, key); !slices.Equal(got, want) {
			g.Wrong("UniqueBy: got %v, want %v", got, want)
		}
	})
}

// TestUnique_crowd lets all workers put the same few keys into their maps, and then almost only new ones,
// and a fifth that are equal, into a table at once.
func TestUnique_crowd(t *testing.T) {
	r := random(t)
	for _, groups := range []int{1, 3, 200, 1 << 30, 1<<30 + 1} {
		s := make([]int, size(50_000, 200_000, 200_000))
		for i := range s {
			s[i] = r.IntN(groups)
			if groups > 1<<30 && r.IntN(5) == 0 {
				s[i] = 7
			}
		}
		want := uniqueTwin(s, func(v int) int { return v })
		for _, way := range ways {
			for range size(1, 1, 3) {
				if got := par.Unique(s, way.option(), par.Grain(64)); !slices.Equal(got, want) {
					t.Fatalf("%s, %d values: wrong elements", way.name, groups)
				}
			}
		}
	}
}
