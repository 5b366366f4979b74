// Command kdtree builds a k-d tree of points of the plane and asks for the nearest
// of them many times.
package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

type point [2]float64

func (p point) dist(q point) float64 {
	dx, dy := p[0]-q[0], p[1]-q[1]
	return dx*dx + dy*dy
}

// node divides its points by the axis of its depth.
type node struct {
	at          point
	left, right *node
}

// part is the points of a node to build.
type part struct {
	points []point
	axis   int
}

func (p part) less(a, b point) int { return cmp.Compare(a[p.axis], b[p.axis]) }

// halves returns the point in the middle and what lies on its two sides.
func (p part) halves() (at point, left, right part) {
	m := len(p.points) / 2
	return p.points[m], part{p.points[:m], 1 - p.axis}, part{p.points[m+1:], 1 - p.axis}
}

var build = skua.NewFunc(func(f *skua.Frame[part, *node], p part) *node {
	if len(p.points) == 0 {
		return nil
	}
	par.SortFunc(p.points, p.less, par.On(f))
	at, left, right := p.halves()
	n := &node{at: at}
	n.left, n.right = f.Both(left, right)
	return n
})

func nearestAll(root *node, queries []point) []point {
	return par.Map(queries, func(q point) point { return root.nearest(q, 0, root.at) })
}

// nearest returns the point nearest to q of those below n, or best if that is nearer.
func (n *node) nearest(q point, axis int, best point) point {
	if n == nil {
		return best
	}
	if q.dist(n.at) < q.dist(best) {
		best = n.at
	}
	first, second, gap := n.left, n.right, q[axis]-n.at[axis]
	if gap > 0 {
		first, second = second, first
	}
	best = first.nearest(q, 1-axis, best)
	if gap*gap < q.dist(best) {
		best = second.nearest(q, 1-axis, best)
	}
	return best
}

func points(n int, seed uint64) []point {
	r := rand.New(rand.NewPCG(seed, 0))
	ps := make([]point, n)
	for i := range ps {
		ps[i] = point{r.Float64(), r.Float64()}
	}
	return ps
}

func main() {
	root := build.Run(part{points: points(100_000, 1)})
	near := nearestAll(root, points(100_000, 2))
	fmt.Println(len(near), "queries, the first found", near[0])
}
