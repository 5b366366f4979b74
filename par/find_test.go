package par_test

import (
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

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
			if got := par.ContainsFunc(g.s, is, g.o...); got != (want >= 0) {
				g.Wrong("ContainsFunc: got %v", got)
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
