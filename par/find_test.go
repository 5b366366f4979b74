package par_test

import (
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/self"
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
			if got := par.Index(g.s, v, g.o...); got != want {
				g.Wrong("Index: got %d, want %d", got, want)
			}
			if got := par.Contains(g.s, v, g.o...); got != (want >= 0) {
				g.Wrong("Contains: got %v", got)
			}
			if got := par.ContainsFunc(g.s, is, g.o...); got != (want >= 0) {
				g.Wrong("ContainsFunc: got %v", got)
			}
			if got := par.AllFunc(g.s, isNot, g.o...); got != (want < 0) {
				g.Wrong("AllFunc: got %v", got)
			}
		}
	})
}

// TestFind_everywhere has the only match at every place of a chunk.
func TestFind_everywhere(t *testing.T) {
	for n := 1; n < 50; n++ {
		for at := range n {
			s := make([]string, n)
			s[at] = "here"
			is := func(v string) bool { return v == "here" }
			isNot := func(v string) bool { return v != "here" }
			if a, b := par.Index(s, "here"), par.IndexFunc(s, is); a != at || b != at {
				t.Errorf("at %d of %d: Index says %d, IndexFunc %d", at, n, a, b)
			}
			if !par.Contains(s, "here") || !par.ContainsFunc(s, is) || par.AllFunc(s, isNot) {
				t.Errorf("at %d of %d: Contains, ContainsFunc or AllFunc overlook it", at, n)
			}
			if par.Contains(s, "there") || par.Index(s, "there") != -1 {
				t.Errorf("what is not among %d was found", n)
			}
		}
	}
	nan := []float64{math.NaN()}
	if par.Contains(nan, nan[0]) || par.Index(nan, nan[0]) != -1 {
		t.Error("NaN was found, although it equals nothing")
	}
}

// TestIndex_uncomparable wants the panic of == to come out as a function's does.
func TestIndex_uncomparable(t *testing.T) {
	s := make([]any, 5000)
	s[4321] = []int{}
	for name, find := range map[string]func(o ...par.Option){
		"Index":    func(o ...par.Option) { par.Index(s, any([]int{}), o...) },
		"Contains": func(o ...par.Option) { par.Contains(s, any([]int{}), o...) },
	} {
		v := expect.Recovered(func() { find(par.On(pool(2))) })
		if _, ok := v.(*skua.PanicError); !ok {
			t.Errorf("%s: recovered %T, want a *skua.PanicError", name, v)
		}
		if v := expect.Recovered(func() { find(par.Sequential()) }); v == nil {
			t.Errorf("%s, sequential: no panic", name)
		}
	}
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
		par.AllFunc(s, no, at)
		if calls != 3 {
			t.Errorf("3 searches that the first element ends made %d calls", calls)
		}
	}
}

// soonTrue waits until b is true, but no longer than a second: a test must not
// depend on another worker's coming.
func soonTrue(b *atomic.Bool) {
	for end := time.Now().Add(time.Second); !b.Load() && time.Now().Before(end); {
		runtime.Gosched()
	}
}

// Two workers find a match each, the one behind last.
func TestIndexFunc_twoMatches(t *testing.T) {
	s := make([]int, 1000)
	for i := range s {
		s[i] = i
	}
	for range 20 {
		var behind, found atomic.Bool
		got := par.IndexFunc(s, func(i int) bool {
			switch {
			case i == 0:
				soonTrue(&behind)
				found.Store(true)
				return true
			case i >= 500 && behind.CompareAndSwap(false, true):
				soonTrue(&found)
				for range 1000 { // likely long enough for the first match to be noted
					runtime.Gosched()
				}
				return true
			}
			return false
		}, par.On(pool(2)), par.Grain(1))
		if got != 0 {
			t.Fatalf("got %d, want 0", got)
		}
	}
}

// A match ends the search of the others, which would take hours. The caller has
// it, at the first index: IndexFunc goes on in front of a match.
func TestFindEndsTheOthers(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	s := make([]struct{}, math.MaxInt>>20)
	for name, find := range map[string]func(f func(struct{}) bool, o ...par.Option){
		"IndexFunc":    func(f func(struct{}) bool, o ...par.Option) { par.IndexFunc(s, f, o...) },
		"ContainsFunc": func(f func(struct{}) bool, o ...par.Option) { par.ContainsFunc(s, f, o...) },
	} {
		var calls atomic.Int64
		var found, two atomic.Bool
		caller := self.Goroutine()
		find(func(struct{}) bool {
			calls.Add(1)
			if self.Goroutine() != caller || !found.CompareAndSwap(false, true) {
				two.Store(true)
				return false
			}
			soonTrue(&two)
			return true
		}, par.On(pool(2)), par.Grain(1))
		t.Log(name, calls.Load(), "calls")
	}
}

// TestFind_lowest: of two workers that find something at once the lower index counts.
func TestFind_lowest(t *testing.T) {
	for round := range size(1000, 2000, 100_000) {
		if got := par.Lowest([]int{round % 7, round % 5}); got != min(round%7, round%5)+1 {
			t.Fatalf("round %d: the bound is %d, want %d", round, got, min(round%7, round%5)+1)
		}
	}
}
