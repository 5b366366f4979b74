package par_test

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestFlatten(t *testing.T) {
	eachCase(t, func(g given) {
		var ss [][]int
		most := []int{2, 10, 1000}[g.rand.IntN(3)]
		for s := g.s; len(s) > 0; {
			n := min(g.rand.IntN(most), len(s))
			ss = append(ss, s[:n])
			s = s[n:]
		}
		for range g.rand.IntN(3) {
			ss = append(ss, nil)
		}
		if got := par.Flatten(ss, g.o...); !slices.Equal(got, g.s) {
			g.Wrong("got %v, want %v", got, g.s)
		}
	})
}
