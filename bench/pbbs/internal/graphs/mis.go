package graphs

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// What is known of a vertex.
const (
	undecided = iota
	in
	out
)

func independent() []suite.Problem {
	return onNeighbours("maximalIndependentSet", 1<<18, true, func(g *gen.Graph) suite.Instance {
		return suite.Of(func(c forkjoin.Ctx) []uint8 { return independentSet(c, g) },
			func() []uint8 { return independentSerially(g) },
			func(got []uint8) error { return checkIndependent(g, got) })
	})
}

// independentSerially takes each vertex that has no neighbour that was taken.
func independentSerially(g *gen.Graph) []uint8 {
	flags := make([]uint8, g.Vertices())
	for v := range flags {
		flags[v] = in
		for _, u := range g.Of(uint32(v)) {
			if flags[u] == in && int(u) != v {
				flags[v] = out
				break
			}
		}
	}
	return flags
}

func independentSet(c forkjoin.Ctx, g *gen.Graph) []uint8 {
	n := g.Vertices()
	flags := make([]uint8, n)
	most := max(1, n/20)
	become := make([]uint8, most)
	loop{
		steps: n, most: most,
		reserve: func(at int, v uint32) bool {
			become[at] = in
			for _, u := range g.Of(v) { // those before v decide
				if u < v && flags[u] == in {
					become[at] = out
					break
				}
				if u < v && flags[u] == undecided {
					become[at] = undecided
				}
			}
			return true
		},
		commit: func(at int, v uint32) bool {
			flags[v] = become[at]
			return become[at] != undecided
		},
	}.run(c)
	return flags
}

func checkIndependent(g *gen.Graph, flags []uint8) error {
	if len(flags) != g.Vertices() {
		return fmt.Errorf("%d vertices, want %d", len(flags), g.Vertices())
	}
	for v, f := range flags {
		near := false
		for _, u := range g.Of(uint32(v)) {
			near = near || flags[u] == in
			if f == in && flags[u] == in {
				return fmt.Errorf("%d and %d are neighbours, and in the set", v, u)
			}
		}
		if f != in && !near {
			return fmt.Errorf("%d is not in the set, nor is a neighbour", v)
		}
	}
	return nil
}
