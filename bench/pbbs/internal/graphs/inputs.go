package graphs

import (
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// edges are a graph as the suite gives it to benchmarks on edges.
type edges struct {
	list     []gen.Edge
	vertices int
}

// onNeighbours are the problems of a benchmark on graphs of neighbours, with renamed vertices or not.
func onNeighbours(benchmark string, size int, renamed bool, of func(g *gen.Graph) suite.Instance) []suite.Problem {
	kind := "J"
	if renamed {
		kind = "JR"
	}
	add := func(input string, size int, made func(n int) ([]gen.Edge, int)) suite.Problem {
		return suite.Problem{Benchmark: benchmark, Input: input, Size: size, Make: func(n int) suite.Instance {
			list, vertices := made(n)
			g := gen.FromEdges(list, vertices, true)
			if renamed {
				g = g.Reordered()
			}
			return of(g)
		}}
	}
	return []suite.Problem{
		add("randLocalGraph_"+kind+"_10", size, local(10)),
		add("rMatGraph_"+kind+"_12", size, rmat12),
		add("3Dgrid_"+kind, 2*size, gen.Grid3),
	}
}

// onEdges are the problems of a benchmark on lists of edges, in random order.
func onEdges(benchmark, kind string, size int, rmat string, rmatEdges func(n int) ([]gen.Edge, int), of func(e edges) suite.Instance) []suite.Problem {
	add := func(input string, size int, made func(n int) ([]gen.Edge, int)) suite.Problem {
		return suite.Problem{Benchmark: benchmark, Input: input, Size: size, Make: func(n int) suite.Instance {
			list, vertices := made(n)
			return of(edges{gen.ShuffledEdges(list, vertices), vertices})
		}}
	}
	return []suite.Problem{
		add("randLocalGraph_"+kind+"_10", size, local(10)),
		add(rmat, size, rmatEdges),
		add("3Dgrid_"+kind, 2*size, gen.Grid3),
	}
}

func local(degree int) func(n int) ([]gen.Edge, int) {
	return func(n int) ([]gen.Edge, int) { return gen.Local(n, degree), n }
}

func rmat12(n int) ([]gen.Edge, int) { return gen.RMat(n, 12*n, .55, .125) }

func rmat10(n int) ([]gen.Edge, int) { return gen.RMat(n, 10*n, .5, .1) }
