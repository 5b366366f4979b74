package graphs

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// none is the parent of a vertex that was not reached; that of the start is itself.
const none = -1

const start = 0

func searches() []suite.Problem {
	return onNeighbours("breadthFirstSearch", 1<<17, false, func(g *gen.Graph) suite.Instance {
		i := suite.Of(func(c forkjoin.Ctx) []int32 { return search(c, g) },
			func() []int32 { return searchSerially(g) },
			func(parents []int32) error { return checkTree(g, parents) })
		i.Sent = &suite.Sent{
			Problem: "breadthFirstSearch",
			Input:   func() []byte { return suite.Bytes(uint32(g.Vertices()), g.Offsets, g.Neighbours) },
			Answer:  suite.Numbers[int32],
		}
		return i
	})
}

func searchSerially(g *gen.Graph) []int32 {
	parents := make([]int32, g.Vertices())
	for v := range parents {
		parents[v] = none
	}
	parents[start] = start
	queue := []uint32{start}
	for k := 0; k < len(queue); k++ {
		for _, v := range g.Of(queue[k]) {
			if parents[v] == none {
				parents[v] = int32(queue[k])
				queue = append(queue, v)
			}
		}
	}
	return parents
}

// search goes by levels. Of the vertices of a level that see the same new one, the first by
// compare-and-swap becomes its parent.
func search(c forkjoin.Ctx, g *gen.Graph) []int32 {
	const unseen = ^uint32(0)
	parents := make([]atomic.Int32, g.Vertices())
	seq.Each(c, len(parents), seq.Grain, func(v int) { parents[v].Store(none) })
	parents[start].Store(start)
	for level := []uint32{start}; len(level) > 0; {
		at := seq.Map(c, len(level), seq.Grain, func(k int) int { return len(g.Of(level[k])) })
		next := make([]uint32, seq.Scan(c, at))
		c.For(0, len(level), 64, func(c forkjoin.Ctx, from, to int) {
			for k := from; k < to; k++ {
				of := g.Of(level[k])
				c.For(0, len(of), seq.Grain, func(_ forkjoin.Ctx, from, to int) {
					for j := from; j < to; j++ {
						v := of[j]
						if parents[v].Load() == none && parents[v].CompareAndSwap(none, int32(level[k])) {
							next[at[k]+j] = v
						} else {
							next[at[k]+j] = unseen
						}
					}
				})
			}
		})
		level = seq.Filter(c, next, func(v uint32) bool { return v != unseen })
	}
	return seq.Map(c, len(parents), seq.Grain, func(v int) int32 { return parents[v].Load() })
}

// checkTree wants each vertex that can be reached to have a parent that is a neighbour and one level
// nearer, and the levels to be those of a serial search.
func checkTree(g *gen.Graph, parents []int32) error {
	if len(parents) != g.Vertices() {
		return fmt.Errorf("%d vertices, want %d", len(parents), g.Vertices())
	}
	levels := levelsOf(g)
	for v, p := range parents {
		switch {
		case (p == none) != (levels[v] == none):
			return fmt.Errorf("vertex %d has parent %d, but is at level %d", v, p, levels[v])
		case p == none:
		case v == start:
			if p != start {
				return fmt.Errorf("the start has parent %d", p)
			}
		case p < 0 || int(p) >= len(parents) || levels[p] != levels[v]-1 || !adjacent(g, uint32(v), uint32(p)):
			return fmt.Errorf("vertex %d at level %d has parent %d", v, levels[v], p)
		}
	}
	return nil
}

func adjacent(g *gen.Graph, v, u uint32) bool {
	for _, w := range g.Of(v) {
		if w == u {
			return true
		}
	}
	return false
}

// levelsOf are the distances from the start, or none.
func levelsOf(g *gen.Graph) []int32 {
	levels := make([]int32, g.Vertices())
	for v := range levels {
		levels[v] = none
	}
	levels[start] = 0
	queue := []uint32{start}
	for k := 0; k < len(queue); k++ {
		for _, v := range g.Of(queue[k]) {
			if levels[v] == none {
				levels[v] = levels[queue[k]] + 1
				queue = append(queue, v)
			}
		}
	}
	return levels
}
