package par_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestGroupBy(t *testing.T) {
	eachCase(t, func(g given) {
		s := pairs(g.s)
		groups := []int{1, 10, 1000}[g.rand.IntN(3)]
		key := jolting(func(p pair) string { return fmt.Sprint((p.key + 100*p.at) % groups) })
		want := map[string][]pair{}
		for _, p := range s {
			want[key(p)] = append(want[key(p)], p)
		}
		got := par.GroupBy(s, key, g.o...)
		if !maps.EqualFunc(got, want, slices.Equal[[]pair]) {
			g.Wrong("got %v, want %v", got, want)
		}
		for k, group := range got {
			got[k] = append(group, pair{-1, -1})
			want[k] = append(want[k], pair{-1, -1})
		}
		if !maps.EqualFunc(got, want, slices.Equal[[]pair]) {
			g.Wrong("appending to groups changed others: got %v, want %v", got, want)
		}
	})
}

// There are blocks to join only from some thousand elements on.
func TestGroupBy_blocks(t *testing.T) {
	s := ints(random(t), 300_000)
	want := map[int][]int{}
	for _, v := range s {
		want[v%13] = append(want[v%13], v)
	}
	for _, way := range ways {
		got := par.GroupBy(s, func(v int) int { return v % 13 }, way.option())
		if !maps.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("%s: wrong groups", way.name)
		}
	}
}

// As in a map, no NaN is the key of another.
func TestGroupBy_nan(t *testing.T) {
	got := par.GroupBy(make([]int, 5000), func(int) float64 { return math.NaN() })
	for k, group := range got {
		if k == k || len(group) != 1 {
			t.Fatalf("group %v has %d elements", k, len(group))
		}
	}
	if len(got) != 5000 {
		t.Errorf("%d groups, want 5000", len(got))
	}
}
