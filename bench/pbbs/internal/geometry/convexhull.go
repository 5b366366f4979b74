package geometry

import (
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func hulls() []suite.Problem {
	of := func(input string, size int, made func(n int) []gen.Point) suite.Problem {
		return suite.Problem{Benchmark: "convexHull", Input: input, Size: size, Make: func(n int) suite.Instance {
			points := made(n)
			inOrder := sync.OnceValue(func() []gen.Point { return ordered(points) })
			i := suite.Of(func(c forkjoin.Ctx) []uint32 { return quickhull(c, points) },
				func() []uint32 { return hullSerially(points) },
				func(got []uint32) error { return checkHull(points, inOrder(), got) })
			i.Sent = &suite.Sent{Problem: "convexHull", Input: func() []byte { return suite.Bytes(points) }, Answer: suite.Numbers[uint32]}
			return i
		}}
	}
	return []suite.Problem{
		of("2DinSphere", 1<<20, gen.InSphere),
		of("2Dkuzmin", 1<<20, gen.Kuzmin),
		of("2DonSphere", 1<<18, gen.OnSphere),
	}
}

// area is twice the area of the triangle, positive if it turns left.
func area(a, b, c gen.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// before orders points by x, then by y.
func before(a, b gen.Point) bool { return a.X < b.X || a.X == b.X && a.Y < b.Y }

// A hull finds the convex hull of points: from the leftmost along the upper side to the rightmost,
// and back along the lower side.
type hull struct{ points []gen.Point }

func quickhull(c forkjoin.Ctx, points []gen.Point) []uint32 {
	h := hull{points}
	ends := seq.Reduce(c, len(points), [2]uint32{}, func(i int) [2]uint32 { return [2]uint32{uint32(i), uint32(i)} },
		func(a, b [2]uint32) [2]uint32 { return h.ends(a, b) })
	left, right := ends[0], ends[1]
	all := seq.Map(c, len(points), seq.Grain, func(i int) uint32 { return uint32(i) })
	var upper, lower []uint32
	c.Both(func(c forkjoin.Ctx) { upper = h.side(c, h.above(c, all, left, right), left, right) },
		func(c forkjoin.Ctx) { lower = h.side(c, h.above(c, all, right, left), right, left) })
	return closed(left, right, upper, lower)
}

// closed joins both sides; one point alone is its own hull.
func closed(left, right uint32, upper, lower []uint32) []uint32 {
	out := append([]uint32{left}, upper...)
	if left != right {
		out = append(append(out, right), lower...)
	}
	return out
}

// ends are the leftmost and the rightmost of these.
func (h hull) ends(a, b [2]uint32) [2]uint32 {
	if before(h.points[b[0]], h.points[a[0]]) {
		a[0] = b[0]
	}
	if before(h.points[a[1]], h.points[b[1]]) {
		a[1] = b[1]
	}
	return a
}

// over reports whether i is on the left of the way from a to b.
func (h hull) over(i, a, b uint32) bool { return area(h.points[a], h.points[b], h.points[i]) > 0 }

func (h hull) above(c forkjoin.Ctx, some []uint32, a, b uint32) []uint32 {
	return seq.Filter(c, some, func(i uint32) bool { return h.over(i, a, b) })
}

// side returns what lies between a and b on the hull; the points are those on the left of that way.
func (h hull) side(c forkjoin.Ctx, some []uint32, a, b uint32) []uint32 {
	const few = 256
	if len(some) <= few {
		return h.sideSerially(some, a, b)
	}
	far := h.farthest(c, some, a, b)
	var first, second []uint32
	c.Both(func(c forkjoin.Ctx) { first = h.side(c, h.above(c, some, a, far), a, far) },
		func(c forkjoin.Ctx) { second = h.side(c, h.above(c, some, far, b), far, b) })
	return append(append(first, far), second...)
}

func (h hull) farthest(c forkjoin.Ctx, some []uint32, a, b uint32) uint32 {
	return seq.Reduce(c, len(some), some[0], func(k int) uint32 { return some[k] }, func(i, j uint32) uint32 { return h.farther(i, j, a, b) })
}

func (h hull) farther(i, j, a, b uint32) uint32 {
	if area(h.points[a], h.points[b], h.points[j]) > area(h.points[a], h.points[b], h.points[i]) {
		return j
	}
	return i
}

func hullSerially(points []gen.Point) []uint32 {
	h := hull{points}
	var left, right uint32
	all := make([]uint32, len(points))
	for i := range points {
		all[i] = uint32(i)
		e := h.ends([2]uint32{left, right}, [2]uint32{uint32(i), uint32(i)})
		left, right = e[0], e[1]
	}
	up, down := h.part(all, left, right, right, left)
	return closed(left, right, h.sideSerially(up, left, right), h.sideSerially(down, right, left))
}

// part moves those over a to b to the front, and of the others those over d to e behind them.
func (h hull) part(some []uint32, a, b, d, e uint32) (first, second []uint32) {
	n := 0
	for k, i := range some {
		if h.over(i, a, b) {
			some[n], some[k] = i, some[n]
			n++
		}
	}
	m := n
	for k := n; k < len(some); k++ {
		if i := some[k]; h.over(i, d, e) {
			some[m], some[k] = i, some[m]
			m++
		}
	}
	return some[:n], some[n:m]
}

// sideSerially is side, and moves the points within their slice.
func (h hull) sideSerially(some []uint32, a, b uint32) []uint32 {
	if len(some) == 0 {
		return nil
	}
	far := some[0]
	for _, i := range some[1:] {
		far = h.farther(far, i, a, b)
	}
	first, second := h.part(some, a, far, far, b)
	return append(append(h.sideSerially(first, a, far), far), h.sideSerially(second, far, b)...)
}
