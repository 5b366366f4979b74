package par_test

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestMinFuncMaxFunc(t *testing.T) {
	byValue := jolting2(func(a, b pair) int { return cmp.Compare(a.key, b.key) })
	eachCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		s := pairs(g.s) // so that it shows which of several equal ones it is
		if got, want := par.MinFunc(s, byValue, g.o...), slices.MinFunc(s, byValue); got != want {
			g.Wrong("MinFunc: got %v, want %v", got, want)
		}
		if got, want := par.MaxFunc(s, byValue, g.o...), slices.MaxFunc(s, byValue); got != want {
			g.Wrong("MaxFunc: got %v, want %v", got, want)
		}
	})
}

func TestMinByMaxBy(t *testing.T) {
	eachCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		s := pairs(g.s)
		calls := make([]atomic.Int32, len(s))
		key := func(p pair) int { jolt(); calls[p.at].Add(1); return p.key }
		byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		if got, want := par.MinBy(s, key, g.o...), slices.MinFunc(s, byKey); got != want {
			g.Wrong("MinBy: got %v, want %v", got, want)
		}
		if got, want := par.MaxBy(s, key, g.o...), slices.MaxFunc(s, byKey); got != want {
			g.Wrong("MaxBy: got %v, want %v", got, want)
		}
		for i := range calls {
			if n := calls[i].Load(); n != 2 {
				g.Wrong("key was called %d times for element %d by two functions", n, i)
				return
			}
		}
	})
}

// TestMinBy_nan: keys are in the order of Sort.
func TestMinBy_nan(t *testing.T) {
	s := []float64{3, math.Copysign(0, -1), math.NaN(), math.Inf(-1), 0}
	self := func(v float64) float64 { return v }
	if got := par.MinBy(s, self); got == got {
		t.Errorf("MinBy: got %v, want the NaN", got)
	}
	if got := par.MaxBy(s[1:], self); !math.Signbit(got) || got != 0 {
		t.Errorf("MaxBy: got %v, want -0, which is equal to 0 and comes first", got)
	}
}

func TestMinFuncMaxFunc_empty(t *testing.T) {
	self := func(v int) int { return v }
	for name, f := range map[string]func(){
		"MinFunc": func() { par.MinFunc([]int{}, cmp.Compare[int]) }, "MaxFunc": func() { par.MaxFunc([]int{}, cmp.Compare[int]) },
		"MinBy": func() { par.MinBy([]int{}, self) }, "MaxBy": func() { par.MaxBy([]int{}, self) },
	} {
		v := expect.Recovered(f)
		if want := "par: " + name + " of an empty slice"; v != want {
			t.Errorf("recovered %v, want %s", v, want)
		}
	}
}

func TestCountFunc(t *testing.T) {
	eachCase(t, func(g given) {
		f := below(g)
		want := 0
		for _, p := range pairs(g.s) {
			if f(p) {
				want++
			}
		}
		if got := par.CountFunc(pairs(g.s), f, g.o...); got != want {
			g.Wrong("got %d, want %d", got, want)
		}
	})
}
