package geometry

import (
	"cmp"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func triangulations() []suite.Problem {
	of := func(input string, made func(n int) []gen.Point) suite.Problem {
		return suite.Problem{Benchmark: "delaunayTriangulation", Input: input, Size: 1 << 15, Make: func(n int) suite.Instance {
			points := made(n)
			return suite.Elided(func(c forkjoin.Ctx) []triangle { return triangulate(c, points) },
				func(got []triangle) error { return checkDelaunay(points, got) })
		}}
	}
	return []suite.Problem{of("2DinCube", gen.InCube), of("2Dkuzmin", gen.Kuzmin)}
}

// A triangle has three points, counter-clockwise.
type triangle [3]uint32

// A merger triangulates points, which are sorted by x, by halves.
type merger struct {
	*subdivision
	points []gen.Point
	number []uint32 // of each point: which it is of those that were given
}

// triangulate returns the triangles of the Delaunay triangulation of two points or more, no two of
// which are the same: divide and conquer after Guibas and Stolfi [GS85].
func triangulate(c forkjoin.Ctx, points []gen.Point) []triangle {
	n := len(points)
	number := seq.Map(c, n, seq.Grain, func(i int) uint32 { return uint32(i) })
	seq.Sort(c, number, func(i, j uint32) int {
		return cmp.Or(cmp.Compare(points[i].X, points[j].X), cmp.Compare(points[i].Y, points[j].Y))
	})
	m := merger{newSubdivision(3 * n), seq.Map(c, n, seq.Grain, func(k int) gen.Point { return points[number[k]] }), number}
	m.halves(c, 0, n)
	return m.triangles(c)
}

// A side is a triangulated range of points: the edge of the hull from its leftmost point
// counter-clockwise, that from its rightmost clockwise, and the quads it has left. A triangulation of k
// points has less than 3k edges.
type side struct {
	left, right int32
	spare       quads
}

func (m merger) halves(c forkjoin.Ctx, from, to int) side {
	const few = 64
	if to-from <= 3 {
		return m.three(from, to)
	}
	middle := from + (to-from)/2
	var low, high side
	if to-from <= few {
		low, high = m.halves(c, from, middle), m.halves(c, middle, to)
	} else {
		c.Both(func(c forkjoin.Ctx) { low = m.halves(c, from, middle) },
			func(c forkjoin.Ctx) { high = m.halves(c, middle, to) })
	}
	return m.merge(low, high)
}

// three triangulates two points or three.
func (m merger) three(from, to int) side {
	s := side{spare: m.claim(3*from, 3*to)}
	p := int32(from)
	a := m.add(&s.spare, p, p+1)
	if to-from == 2 {
		s.left, s.right = a, reverse(a)
		return s
	}
	b := m.add(&s.spare, p+1, p+2)
	m.splice(reverse(a), b)
	s.left, s.right = a, reverse(b)
	switch turn := turns(m.points[p], m.points[p+1], m.points[p+2]); {
	case turn > 0:
		m.connect(&s.spare, b, a)
	case turn < 0:
		e := m.connect(&s.spare, b, a)
		s.left, s.right = reverse(e), e
	}
	return s
}

// leftOf and rightOf say on which side of an edge a point is.
func (m merger) leftOf(p, e int32) bool {
	return turns(m.points[p], m.points[m.from(e)], m.points[m.to(e)]) > 0
}

func (m merger) rightOf(p, e int32) bool {
	return turns(m.points[p], m.points[m.to(e)], m.points[m.from(e)]) > 0
}

func (m merger) within(a, b, c, d int32) bool {
	return encloses(m.points[a], m.points[b], m.points[c], m.points[d]) > 0
}

// merge joins two triangulations: from their lower common tangent upward it adds edges between them,
// and removes those that are no longer Delaunay's.
func (m merger) merge(low, high side) side {
	l, r := low.right, high.left
	for {
		if m.leftOf(m.from(r), l) {
			l = m.along(l)
		} else if m.rightOf(m.from(l), r) {
			r = m.beside(r)
		} else {
			break
		}
	}
	s := side{low.left, high.right, m.joined(low.spare, high.spare)}
	base := m.connect(&s.spare, reverse(r), l)
	if m.from(l) == m.from(s.left) {
		s.left = reverse(base)
	}
	if m.from(r) == m.from(s.right) {
		s.right = base
	}
	for {
		l, leftOver := m.candidate(&s.spare, base, m.next[reverse(base)], func(e int32) int32 { return m.next[e] })
		r, rightOver := m.candidate(&s.spare, base, m.before(base), m.before)
		switch {
		case !leftOver && !rightOver:
			return s
		case !leftOver || rightOver && m.within(m.to(l), m.from(l), m.from(r), m.to(r)):
			base = m.connect(&s.spare, r, reverse(base))
		default:
			base = m.connect(&s.spare, reverse(base), reverse(l))
		}
	}
}

// candidate is the edge on one side of the base with which it may make a triangle, and whether that
// lies over it. Edges in whose circle with the base the next one ends are removed.
func (m merger) candidate(spare *quads, base, e int32, next func(e int32) int32) (candidate int32, over bool) {
	if !m.rightOf(m.to(e), base) {
		return e, false
	}
	for m.within(m.to(base), m.from(base), m.to(e), m.to(next(e))) {
		after := next(e)
		m.remove(spare, e)
		e = after
	}
	return e, true
}

// triangles are the left faces of edges that have three sides, each by its least edge.
func (m merger) triangles(c forkjoin.Ctx) []triangle {
	face := func(k int) (a, b, d int32, ok bool) {
		a = int32(2 * k)
		if m.origin[a] == unused {
			return a, a, a, false
		}
		b = m.along(a)
		d = m.along(b)
		return a, b, d, a < b && a < d && m.along(d) == a &&
			turns(m.points[m.from(a)], m.points[m.from(b)], m.points[m.from(d)]) > 0
	}
	return seq.Pack(c, len(m.origin)/2, func(k int) bool {
		_, _, _, ok := face(k)
		return ok
	}, func(k int) triangle {
		a, b, d, _ := face(k)
		return triangle{m.number[m.from(a)], m.number[m.from(b)], m.number[m.from(d)]}
	})
}
