package graphs

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func matchings() []suite.Problem {
	return onEdges("maximalMatching", "E", 1<<17, "rMatGraph_E_10", rmat10, func(e edges) suite.Instance {
		return suite.Of(func(c forkjoin.Ctx) []uint32 { return match(c, e) },
			func() []uint32 { return matchSerially(e) },
			func(got []uint32) error { return checkMatching(e, got) })
	})
}

// matchSerially takes each edge whose ends are both free.
func matchSerially(e edges) (taken []uint32) {
	matched := make([]bool, e.vertices)
	for i, x := range e.list {
		if x.U != x.V && !matched[x.U] && !matched[x.V] {
			matched[x.U], matched[x.V] = true, true
			taken = append(taken, uint32(i))
		}
	}
	return taken
}

func match(c forkjoin.Ctx, e edges) []uint32 {
	matched := make([]bool, e.vertices) // written by the step that holds the vertex, read in the rounds after
	wanted := newReservations(c, e.vertices)
	taken := make([]bool, len(e.list))
	loop{
		steps: len(e.list), most: max(1, len(e.list)/20),
		reserve: func(_ int, i uint32) bool {
			x := e.list[i]
			if x.U == x.V || matched[x.U] || matched[x.V] {
				return false
			}
			wanted.reserve(x.U, i)
			wanted.reserve(x.V, i)
			return true
		},
		commit: func(_ int, i uint32) bool {
			x := e.list[i]
			u, v := wanted.held(x.U, i), wanted.held(x.V, i)
			if u {
				wanted.free(x.U)
			}
			if v {
				wanted.free(x.V)
			}
			if u && v {
				matched[x.U], matched[x.V], taken[i] = true, true, true
			}
			return u && v
		},
	}.run(c)
	return chosen(c, taken)
}

// chosen are the indices of what is true.
func chosen(c forkjoin.Ctx, taken []bool) []uint32 {
	return seq.Pack(c, len(taken), func(i int) bool { return taken[i] }, func(i int) uint32 { return uint32(i) })
}

func checkMatching(e edges, got []uint32) error {
	by := make([]int, e.vertices) // an edge, and one
	for _, i := range got {
		if int(i) >= len(e.list) {
			return fmt.Errorf("edge %d of %d", i, len(e.list))
		}
		x := e.list[i]
		if x.U == x.V || by[x.U] > 0 || by[x.V] > 0 {
			return fmt.Errorf("edge %d shares a vertex with another, or is a loop", i)
		}
		by[x.U], by[x.V] = int(i)+1, int(i)+1
	}
	for i, x := range e.list {
		if x.U != x.V && by[x.U] == 0 && by[x.V] == 0 {
			return fmt.Errorf("edge %d could be taken too", i)
		}
	}
	return nil
}
