package par_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestMap(t *testing.T) {
	eachCase(t, func(g given) {
		want := make([]string, len(g.s))
		for i, v := range g.s {
			want[i] = strconv.Itoa(v)
		}
		if got := par.Map(g.s, jolting(strconv.Itoa), g.o...); !slices.Equal(got, want) || got == nil {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestMapInto(t *testing.T) {
	eachCase(t, func(g given) {
		f := jolting(func(v int) int { return 3*v + 1 })
		dst := make([]int, len(g.s)+3)
		want := slices.Clone(dst)
		for i, v := range g.s {
			want[i] = 3*v + 1
		}
		par.MapInto(dst, g.s, f, g.o...)
		if !slices.Equal(dst, want) {
			g.Wrong("got %v, want %v", dst, want)
		}
		par.MapInto(g.s, g.s, f, g.o...)
		if !slices.Equal(g.s, want[:len(g.s)]) {
			g.Wrong("onto itself: got %v, want %v", g.s, want)
		}
	})
}

func TestMapInto_short(t *testing.T) {
	v := expect.Recovered(func() { par.MapInto(make([]int, 2), make([]int, 3), func(v int) int { return v }) })
	if want := "par: MapInto of 3 elements into 2: dst is shorter than s"; v != want {
		t.Errorf("recovered %v, want %s", v, want)
	}
}
