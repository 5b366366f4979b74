package par_test

import (
	"cmp"
	"slices"
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

func TestMinFuncMaxFunc_empty(t *testing.T) {
	for name, f := range map[string]func([]int, func(a, b int) int, ...par.Option) int{
		"MinFunc": par.MinFunc[[]int], "MaxFunc": par.MaxFunc[[]int],
	} {
		v := expect.Recovered(func() { f(nil, cmp.Compare[int]) })
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
