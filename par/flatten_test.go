package par_test

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// Long enough for more than one worker to come, and uneven.
func TestFlatten_long(t *testing.T) {
	r := random(t)
	for _, way := range ways {
		want := ints(r, 400_000)
		ss := [][]int{want[:3], want[3:3], want[3:300_000], want[300_000:300_001]}
		for s := want[300_001:]; len(s) > 0; {
			n := min(r.IntN(50), len(s))
			ss = append(ss, s[:n])
			s = s[n:]
		}
		for _, grain := range []par.Option{{}, par.Grain(100)} {
			if got := par.Flatten(ss, way.option(), grain); !slices.Equal(got, want) {
				t.Errorf("%s: wrong", way.name)
			}
		}
	}
}

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
