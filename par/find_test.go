package par_test

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestFind(t *testing.T) {
	eachCase(t, func(g given) {
		for _, v := range []int{-1, 1, 50} {
			if v == 50 && len(g.s) > 0 { // behind all others
				g.s[len(g.s)-1] = 200
				v = 200
			}
			is := jolting(func(x int) bool { return x == v })
			isNot := jolting(func(x int) bool { return x != v })
			want := slices.IndexFunc(g.s, is)
			if got := par.IndexFunc(g.s, is, g.o...); got != want {
				g.Wrong("IndexFunc: got %d, want %d", got, want)
			}
			if got := par.ContainsFunc(g.s, is, g.o...); got != (want >= 0) {
				g.Wrong("ContainsFunc: got %v", got)
			}
			if got := par.AnyFunc(g.s, is, g.o...); got != (want >= 0) {
				g.Wrong("AnyFunc: got %v", got)
			}
			if got := par.AllFunc(g.s, isNot, g.o...); got != (want < 0) {
				g.Wrong("AllFunc: got %v", got)
			}
		}
	})
}

// One worker goes from the first to the last, so it must stop at the match.
func TestFindStopsEarly(t *testing.T) {
	s := make([]int, 1000)
	for _, at := range []par.Option{par.On(pool(1)), par.Sequential()} {
		calls := 0
		yes := func(int) bool { calls++; return true }
		no := func(int) bool { calls++; return false }
		par.IndexFunc(s, yes, at)
		par.ContainsFunc(s, yes, at)
		par.AnyFunc(s, yes, at)
		par.AllFunc(s, no, at)
		if calls != 4 {
			t.Errorf("4 searches that the first element ends made %d calls", calls)
		}
	}
}
