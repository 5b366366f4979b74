package par_test

import (
	"context"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestFlatMap(t *testing.T) {
	eachCase(t, func(g given) {
		f := jolting(func(v int) []int { return slices.Repeat([]int{v}, v%4) })
		var want []int
		for _, v := range g.s {
			want = append(want, f(v)...)
		}
		if got := par.FlatMap(g.s, f, g.o...); !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestFlatMapErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		got, err := par.FlatMapErr(t.Context(), order(g.s), func(_ context.Context, v int) ([]int, error) {
			return []int{v, -v}, s.run(v)
		}, g.o...)
		if s.wantErr(g, err); err == nil && len(got) != 2*len(g.s) || err != nil && got != nil {
			g.Wrong("%d results, and %v", len(got), err)
		}
		for i, v := range got {
			if i%2 == 0 && v != i/2 || i%2 == 1 && v != -i/2 {
				g.Wrong("result %d is %d", i, v)
			}
		}
	})
}

func TestFilterMap(t *testing.T) {
	eachCase(t, func(g given) {
		f := func(v int) (string, bool) { jolt(); return string(rune('a' + v%26)), v%3 > 0 }
		var want []string
		for _, v := range g.s {
			if r, ok := f(v); ok {
				want = append(want, r)
			}
		}
		if got := par.FilterMap(g.s, f, g.o...); !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}
