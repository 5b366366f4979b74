package geometry

// A subdivision holds edges with the order in which they lie around vertices and faces: quad-edges of
// Guibas and Stolfi [GS85], in arrays. Edge e of the four of a quad is directed; e^2 is its reverse, and
// rot turns it by a quarter, to the edge between the faces on its right and its left.
type subdivision struct {
	next   []int32 // of each edge: the next one around its origin, counter-clockwise
	origin []int32 // of each edge between vertices: a vertex; free if the quad is not in use
	free   []int32 // of each quad that is not in use: the next such one
}

const (
	unused = -1 // an origin
	end    = -1 // of a list
)

// quads are quads that are not in use, as a list in subdivision.free.
type quads struct{ first, last int32 }

func newSubdivision(quads int) *subdivision {
	return &subdivision{next: make([]int32, 4*quads), origin: make([]int32, 4*quads), free: make([]int32, quads)}
}

// claim makes a list of the quads in [from, to), none of which was in use.
func (s *subdivision) claim(from, to int) quads {
	for q := from; q < to; q++ {
		s.free[q] = int32(q + 1)
		s.origin[4*q], s.origin[4*q+2] = unused, unused
	}
	s.free[to-1] = end
	return quads{int32(from), int32(to - 1)}
}

// joined is both lists.
func (s *subdivision) joined(a, b quads) quads {
	if a.first == end {
		return b
	}
	s.free[a.last] = b.first
	if b.first == end {
		return a
	}
	return quads{a.first, b.last}
}

func reverse(e int32) int32               { return e ^ 2 }
func rot(e int32) int32                   { return e&^3 | (e+1)&3 }
func back(e int32) int32                  { return e&^3 | (e+3)&3 }
func (s *subdivision) from(e int32) int32 { return s.origin[e] }
func (s *subdivision) to(e int32) int32   { return s.origin[e^2] }

// before is the next edge around the origin clockwise; along are the next around the left face, and
// the next around the right one backward.
func (s *subdivision) before(e int32) int32 { return rot(s.next[rot(e)]) }
func (s *subdivision) along(e int32) int32  { return rot(s.next[back(e)]) }
func (s *subdivision) beside(e int32) int32 { return s.next[reverse(e)] }

// add makes an edge that is connected with nothing.
func (s *subdivision) add(list *quads, from, to int32) int32 {
	q := list.first
	list.first = s.free[q]
	e := 4 * q
	s.next[e], s.next[e+1], s.next[e+2], s.next[e+3] = e, e+3, e+2, e+1
	s.origin[e], s.origin[e+2] = from, to
	return e
}

// splice joins the edges around the origins of a and b, or parts them.
func (s *subdivision) splice(a, b int32) {
	c, d := rot(s.next[a]), rot(s.next[b])
	s.next[a], s.next[b] = s.next[b], s.next[a]
	s.next[c], s.next[d] = s.next[d], s.next[c]
}

// connect adds an edge from the end of a to the origin of b, so that all three have the same left face.
func (s *subdivision) connect(list *quads, a, b int32) int32 {
	e := s.add(list, s.to(a), s.from(b))
	s.splice(e, s.along(a))
	s.splice(reverse(e), b)
	return e
}

func (s *subdivision) remove(list *quads, e int32) {
	s.splice(e, s.before(e))
	s.splice(reverse(e), s.before(reverse(e)))
	q := e / 4
	s.origin[4*q], s.origin[4*q+2] = unused, unused
	s.free[q] = list.first
	if list.first == end {
		list.last = q
	}
	list.first = q
}
