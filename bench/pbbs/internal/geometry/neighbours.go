package geometry

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func neighbours() []suite.Problem {
	of := func(input string, k, size int, made func(n int) []vec) suite.Problem {
		return suite.Problem{Benchmark: "nearestNeighbors", Input: fmt.Sprintf("%s_k%d", input, k), Size: size, Make: func(n int) suite.Instance {
			points := made(n)
			some := sync.OnceValue(func() []distances { return someDistances(points, k) })
			return suite.Elided(func(c forkjoin.Ctx) []uint32 { return nearest(c, points, k) },
				func(got []uint32) error { return checkNearest(points, k, some(), got) })
		}}
	}
	return []suite.Problem{
		of("2DinCube", 1, 1<<14, func(n int) []vec { return flat(gen.InCube(n)) }),
		of("2Dkuzmin", 1, 1<<14, func(n int) []vec { return flat(gen.Kuzmin(n)) }),
		of("3DinCube", 1, 1<<14, func(n int) []vec { return solid(gen.InCube3(n)) }),
		of("3DonSphere", 1, 1<<14, func(n int) []vec { return solid(gen.OnSphere3(n)) }),
		of("3DinCube", 10, 1<<12, func(n int) []vec { return solid(gen.InCube3(n)) }),
	}
}

// missing is the neighbour of a point where there are not enough others.
const missing = ^uint32(0)

// nearest returns the numbers of the k nearest others of each point, the nearest first.
func nearest(c forkjoin.Ctx, points []vec, k int) []uint32 {
	t := newTree(c, points)
	out := make([]uint32, k*len(points))
	c.For(0, len(points), 8, func(_ forkjoin.Ctx, from, to int) {
		s := search{tree: t, found: make([]near, 0, k+1), most: k}
		for i := from; i < to; i++ {
			s.found, s.self = s.found[:0], i
			s.visit(0, 0, len(points))
			own := out[k*int(t.number[i]):][:k]
			for j := range own {
				own[j] = missing
				if j < len(s.found) {
					own[j] = t.number[s.found[j].at]
				}
			}
		}
	})
	return out
}

// A near is a point with the square of its distance.
type near struct {
	distance float64
	at       int
}

// A search is for the nearest points of one, which are found in order.
type search struct {
	tree  *tree
	found []near
	most  int
	self  int
}

// limit is the square of the distance from which on points are too far.
func (s *search) limit() float64 {
	if len(s.found) < s.most {
		return math.Inf(1)
	}
	return s.found[s.most-1].distance
}

func (s *search) visit(node, from, to int) {
	p := s.tree.points[s.self]
	if to-from <= leaf {
		for at := from; at < to; at++ {
			if at != s.self {
				s.offer(near{square(p, s.tree.points[at]), at})
			}
		}
		return
	}
	m := from + (to-from)/2
	low, high := s.tree.boxes[2*node+1].distance(p), s.tree.boxes[2*node+2].distance(p)
	if low <= high {
		s.visitIf(low, 2*node+1, from, m)
		s.visitIf(high, 2*node+2, m, to)
	} else {
		s.visitIf(high, 2*node+2, m, to)
		s.visitIf(low, 2*node+1, from, m)
	}
}

func (s *search) visitIf(distance float64, node, from, to int) {
	if distance < s.limit() {
		s.visit(node, from, to)
	}
}

func (s *search) offer(n near) {
	if n.distance >= s.limit() {
		return
	}
	at := len(s.found)
	for at > 0 && s.found[at-1].distance > n.distance {
		at--
	}
	s.found = slices.Insert(s.found, at, n)
	s.found = s.found[:min(len(s.found), s.most)]
}

func square(a, b vec) (sum float64) {
	for k := range a {
		sum += (a[k] - b[k]) * (a[k] - b[k])
	}
	return sum
}

// A distances are the squares of those of one point to its nearest others, in order.
type distances struct {
	of      int
	squares []float64
}

// someDistances looks at all points, for a hundred of them at most.
func someDistances(points []vec, k int) []distances {
	const most = 100
	n := len(points)
	some := make([]distances, min(n, most))
	for j := range some {
		i := j
		if n > most {
			i = int(gen.Hash64(uint64(j)) % uint64(n))
		}
		var all []float64
		for at, p := range points {
			if at != i {
				all = append(all, square(p, points[i]))
			}
		}
		slices.Sort(all)
		some[j] = distances{i, all[:min(k, len(all))]}
	}
	return some
}

// checkNearest compares the distances of some points' neighbours with those.
func checkNearest(points []vec, k int, some []distances, got []uint32) error {
	n := len(points)
	if len(got) != k*n {
		return fmt.Errorf("%d neighbours, want %d", len(got), k*n)
	}
	for _, d := range some {
		seen := map[uint32]bool{uint32(d.of): true}
		for at, other := range got[k*d.of : k*(d.of+1)] {
			if at >= len(d.squares) && other == missing {
				continue
			}
			if int(other) >= n || seen[other] || at >= len(d.squares) || square(points[other], points[d.of]) != d.squares[at] {
				return fmt.Errorf("neighbour %d of point %d is %d, which is not it", at, d.of, other)
			}
			seen[other] = true
		}
	}
	return nil
}
