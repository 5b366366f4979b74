package gen

import (
	"cmp"
	"slices"
)

// A Graph has the neighbours of vertex v in Neighbours[Offsets[v]:Offsets[v+1]].
type Graph struct {
	Offsets    []uint32
	Neighbours []uint32
}

// Vertices is how many there are.
func (g *Graph) Vertices() int { return len(g.Offsets) - 1 }

// Of returns the neighbours of v.
func (g *Graph) Of(v uint32) []uint32 { return g.Neighbours[g.Offsets[v]:g.Offsets[v+1]] }

// FromEdges returns the graph of these edges; symmetric: in both directions, each once, without
// loops, and neighbours in ascending order.
func FromEdges(edges []Edge, vertices int, symmetric bool) *Graph {
	if symmetric {
		edges = symmetrized(edges)
	}
	g := &Graph{make([]uint32, vertices+1), make([]uint32, len(edges))}
	for _, e := range edges {
		g.Offsets[e.U+1]++
	}
	for v := range vertices {
		g.Offsets[v+1] += g.Offsets[v]
	}
	next := slices.Clone(g.Offsets)
	for _, e := range edges {
		g.Neighbours[next[e.U]] = e.V
		next[e.U]++
	}
	return g
}

func symmetrized(edges []Edge) []Edge {
	both := make([]Edge, 0, 2*len(edges))
	for _, e := range edges {
		if e.U != e.V {
			both = append(both, e, Edge{e.V, e.U})
		}
	}
	slices.SortFunc(both, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	return slices.Compact(both)
}

// Reordered returns the graph with its vertices renamed at random.
func (g *Graph) Reordered() *Graph {
	n := g.Vertices()
	to := Permutation(n)
	from := make([]uint32, n)
	for v, w := range to {
		from[w] = uint32(v)
	}
	r := &Graph{make([]uint32, 1, n+1), make([]uint32, 0, len(g.Neighbours))}
	for _, v := range from {
		begin := len(r.Neighbours)
		for _, u := range g.Of(v) {
			r.Neighbours = append(r.Neighbours, uint32(to[u]))
		}
		slices.Sort(r.Neighbours[begin:])
		r.Offsets = append(r.Offsets, uint32(len(r.Neighbours)))
	}
	return r
}

// Edges returns the edges, by their first vertex.
func (g *Graph) Edges() []Edge {
	edges := make([]Edge, 0, len(g.Neighbours))
	for u := range g.Vertices() {
		for _, v := range g.Of(uint32(u)) {
			edges = append(edges, Edge{uint32(u), v})
		}
	}
	return edges
}

// ShuffledEdges returns the edges of the graph with its vertices renamed, in random order: what
// the suite's generators write as a list of edges.
func ShuffledEdges(edges []Edge, vertices int) []Edge {
	e := FromEdges(edges, vertices, false).Reordered().Edges()
	Shuffle(e)
	return e
}
