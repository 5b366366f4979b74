package par_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestHistogram(t *testing.T) {
	eachCase(t, func(g given) {
		n := []int{100, 101, 3000}[g.rand.IntN(3)]
		want := make([]int, n)
		for _, v := range g.s {
			want[v]++
		}
		if got := par.Histogram(g.s, n, jolting(func(v int) int { return v }), g.o...); !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestHistogram_outside(t *testing.T) {
	for _, bucket := range []int{-1, 4} {
		v := expect.Recovered(func() { par.Histogram(make([]int, 9), 4, func(int) int { return bucket }) })
		var e *skua.PanicError
		err, _ := v.(error)
		if want := fmt.Sprintf("par: Histogram: bucket %d is not in [0, 4)", bucket); !errors.As(err, &e) || e.Value != want {
			t.Errorf("recovered %v, want a *skua.PanicError of %q", v, want)
		}
	}
	if v := expect.Recovered(func() { par.Histogram([]int{}, -1, func(int) int { return 0 }) }); v == nil {
		t.Error("-1 buckets do not panic")
	}
	if got := par.Histogram([]int{}, 0, func(int) int { return 0 }); len(got) != 0 {
		t.Errorf("no buckets: got %v", got)
	}
}
