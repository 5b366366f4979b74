package gen

import "math"

// An Edge joins two vertices.
type Edge struct{ U, V uint32 }

// RMat returns m edges of a recursive matrix with at least n vertices, rounded up to a power of
// two, and the number of these: rMatGraph with the probabilities a, b and b of its quarters.
func RMat(n, m int, a, b float64) (edges []Edge, vertices int) {
	vertices = 1 << log2up(n)
	ab := a + b
	abc := ab + b
	h := Hash64(1)
	edges = make([]Edge, m)
	for i := range edges {
		at, stride := Hash64(2*uint64(i)*h), Hash64((2*uint64(i)+1)*h)
		var e Edge
		for half := vertices / 2; half > 0; half /= 2 {
			switch r := Unit(at); {
			case r < a:
			case r < ab:
				e.V += uint32(half)
			case r < abc:
				e.U += uint32(half)
			default:
				e.U += uint32(half)
				e.V += uint32(half)
			}
			at += stride
		}
		edges[i] = e
	}
	return edges, vertices
}

// Local returns degree edges for each of n vertices, mostly to near ones, as if they lay in
// three dimensions: randLocalGraph.
func Local(n, degree int) []Edge {
	const dimensions = 3
	edges := make([]Edge, n*degree)
	for k := range edges {
		i, j := uint64(k/degree), uint64(0)
		pow, h := dimensions+2, uint64(k)
		for {
			for h = Hash64(h); h%1000003 < 500001; h = Hash64(h) {
				pow += dimensions
			}
			h = Hash64(h)
			if j = (i + h%(1<<pow)) % uint64(n); j != i {
				break
			}
		}
		edges[k] = Edge{uint32(i), uint32(j)}
	}
	return edges
}

// Grid3 returns the edges of a torus in three dimensions of some n vertices, and the number of
// these: gridGraph.
func Grid3(n int) (edges []Edge, vertices int) {
	d := int(math.Round(math.Cbrt(float64(n))))
	at := func(x, y, z int) uint32 { return uint32(x%d*d*d + y%d*d + z%d) }
	for x := range d {
		for y := range d {
			for z := range d {
				u := at(x, y, z)
				edges = append(edges, Edge{u, at(x+1, y, z)}, Edge{u, at(x, y+1, z)}, Edge{u, at(x, y, z+1)})
			}
		}
	}
	return edges, d * d * d
}
