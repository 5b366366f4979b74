package par_test

import (
	"fmt"
	"maps"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestCountBy(t *testing.T) {
	eachCase(t, func(g given) {
		groups := []int{1, 10, 1000}[g.rand.IntN(3)]
		key := jolting(func(v int) string { return fmt.Sprint(v % groups) })
		want := map[string]int{}
		for _, v := range g.s {
			want[key(v)]++
		}
		if got := par.CountBy(g.s, key, g.o...); !maps.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

// TestReduceBy composes functions, so that the order of the elements shows.
func TestReduceBy(t *testing.T) {
	eachCase(t, func(g given) {
		groups := []int{1, 10, 1000}[g.rand.IntN(3)]
		key := jolting(func(v int) int { return v % groups })
		want := map[int]affine{}
		for _, v := range g.s {
			if a, ok := want[key(v)]; ok {
				want[key(v)] = compose(a, affineOf(v))
			} else {
				want[key(v)] = affineOf(v)
			}
		}
		if got := par.ReduceBy(g.s, key, affineOf, compose, g.o...); !maps.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

// TestReduceBy_few: of a few elements whose keys take long two run at a time, also if the first are quick.
func TestReduceBy_few(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, quick := range []int{0, 1, 15, 16, 500} {
		var inside atomic.Int32
		two := make(chan struct{})
		got := par.ReduceBy(par.MapN(quick+40, func(i int) int { return i }), func(v int) int {
			switch {
			case v < quick:
			case v < quick+16: // so long that others are called
				spin(50 * time.Microsecond)
			case inside.Add(1) == 2:
				close(two)
			default:
				skua.Blocking(skua.Here(), func() { <-two })
			}
			return v % 3
		}, func(v int) int { return v }, func(a, b int) int { return a + b }, par.On(pool(2)))
		if n := quick + 40; got[0]+got[1]+got[2] != n*(n-1)/2 {
			t.Errorf("%d quick ones: %v", quick, got)
		}
	}
}

// There are tables to join only from some thousand elements on.
func TestReduceBy_blocks(t *testing.T) {
	s := ints(random(t), 300_000)
	want := map[int]int{}
	for _, v := range s {
		want[v%13] += v
	}
	for _, way := range ways {
		if got := par.ReduceBy(s, func(v int) int { return v % 13 }, func(v int) int { return v }, sum, way.option()); !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", way.name, got, want)
		}
	}
}

// As in a map, no NaN is the key of another.
func TestBy_nan(t *testing.T) {
	nan := func(int) float64 { return math.NaN() }
	if got := par.CountBy(make([]int, 5000), nan); len(got) != 5000 {
		t.Errorf("%d counts, want 5000", len(got))
	}
	if got := par.ReduceBy(make([]int, 5000), nan, func(v int) int { return v }, sum); len(got) != 5000 {
		t.Errorf("%d results, want 5000", len(got))
	}
	if got := par.UniqueBy(make([]int, 5000), nan); len(got) != 5000 {
		t.Errorf("%d unique ones, want 5000", len(got))
	}
}

// TestPanic_keys: a key that cannot be one panics as a function does.
func TestPanic_keys(t *testing.T) {
	bad := func(int) any { return []int{} }
	for _, n := range []int{1, 10_000} {
		s := make([]int, n)
		for name, call := range map[string]func(){
			"CountBy":  func() { par.CountBy(s, bad, par.On(pool(2))) },
			"ReduceBy": func() { par.ReduceBy(s, bad, id(nothing), sum, par.On(pool(2))) },
			"UniqueBy": func() { par.UniqueBy(s, bad, par.On(pool(2))) },
			"Unique":   func() { par.Unique(par.Map(s, bad), par.On(pool(2))) },
		} {
			v := expect.Recovered(call)
			if _, ok := v.(*skua.PanicError); !ok {
				t.Errorf("%s of %d: recovered %T, want a *skua.PanicError", name, n, v)
			}
		}
	}
}
