package graphs

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func forests() []suite.Problem {
	return onEdges("spanningForest", "E", 1<<17, "rMatGraph_E_12", rmat12, func(e edges) suite.Instance {
		return suite.Of(func(c forkjoin.Ctx) []uint32 { return forest(c, e) },
			func() []uint32 { return forestSerially(e) },
			func(got []uint32) error { return checkForest(e, got) })
	})
}

// forestSerially takes each edge that connects what was not connected.
func forestSerially(e edges) (taken []uint32) {
	u := newPlainUnion(e.vertices)
	for i, x := range e.list {
		if u.join(x.U, x.V) {
			taken = append(taken, uint32(i))
		}
	}
	return taken
}

func forest(c forkjoin.Ctx, e edges) []uint32 {
	taken := make([]bool, len(e.list))
	connected := newUnion(c, e.vertices)
	wanted := newReservations(c, e.vertices)
	most := max(1, len(e.list)/20)
	low, high := make([]uint32, most), make([]uint32, most)
	loop{
		steps: len(e.list), most: most,
		reserve: func(at int, i uint32) bool {
			u, v := connected.root(e.list[i].U), connected.root(e.list[i].V)
			low[at], high[at] = min(u, v), max(u, v)
			if u != v {
				wanted.reserve(high[at], i)
			}
			return u != v
		},
		commit: func(at int, i uint32) bool {
			if !wanted.held(high[at], i) {
				return false
			}
			connected.link(high[at], low[at]) // a higher root to a lower one: there is no cycle
			taken[i] = true
			return true
		},
	}.run(c)
	return chosen(c, taken)
}

// checkForest wants no cycle, and as many edges as a serial loop takes.
func checkForest(e edges, got []uint32) error {
	u := newPlainUnion(e.vertices)
	for _, i := range got {
		if int(i) >= len(e.list) || !u.join(e.list[i].U, e.list[i].V) {
			return fmt.Errorf("edge %d closes a cycle, or is none", i)
		}
	}
	if want := len(forestSerially(e)); len(got) != want {
		return fmt.Errorf("%d edges, want %d", len(got), want)
	}
	return nil
}
