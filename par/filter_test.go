package par_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/par"
)

// pair is a value and where it was. Its fields are those of item and of keyed, so that the compiler makes
// one copy of each function under test for them.
type pair struct{ key, at int }

func pairs(s []int) []pair {
	out := make([]pair, len(s))
	for i, v := range s {
		out[i] = pair{v, i}
	}
	return out
}

// below is a test that random numbers of ints pass: none, some or all.
func below(g given) func(p pair) bool {
	limit := []int{0, 1, 50, 99, 100}[g.rand.IntN(5)]
	return jolting(func(p pair) bool { return p.key < limit })
}

func TestFilter(t *testing.T) {
	eachCase(t, func(g given) {
		s, keep := pairs(g.s), below(g)
		calls := make([]atomic.Int32, len(s))
		got := par.Filter(s, func(p pair) bool { calls[p.at].Add(1); return keep(p) }, g.o...)
		onceEach(g, calls)
		if !slices.Equal(s, pairs(g.s)) {
			g.Wrong("changed its input")
		}
		want := slices.DeleteFunc(s, func(p pair) bool { return !keep(p) })
		if !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestPartition(t *testing.T) {
	eachCase(t, func(g given) {
		s, f := pairs(g.s), below(g)
		calls := make([]atomic.Int32, len(s))
		yes, no := par.Partition(s, func(p pair) bool { calls[p.at].Add(1); return f(p) }, g.o...)
		onceEach(g, calls)
		wantNo := slices.DeleteFunc(slices.Clone(s), f)
		wantYes := slices.DeleteFunc(s, func(p pair) bool { return !f(p) })
		if !slices.Equal(yes, wantYes) || !slices.Equal(no, wantNo) {
			g.Wrong("got %v and %v, want %v and %v", yes, no, wantYes, wantNo)
		}
	})
}
