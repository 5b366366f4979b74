package geometry

import (
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// rangeQueries take two thirds of the points as corners of rectangles.
func rangeQueries() []suite.Problem {
	of := func(input string, made func(n int) []gen.Point) suite.Problem {
		return suite.Problem{Benchmark: "rangeQuery2d", Input: input, Size: 1 << 15, Make: func(n int) suite.Instance {
			points := flat(made(n))
			rectangles := make([]box, n/3)
			for i := range rectangles {
				rectangles[i] = noBox.and(box{points[2*i], points[2*i]}).and(box{points[2*i+1], points[2*i+1]})
			}
			points = points[2*len(rectangles):]
			want := sync.OnceValue(func() []uint32 { return sweep(points, rectangles) })
			return suite.Of(func(c forkjoin.Ctx) []uint32 { return countWithin(c, points, rectangles) },
				func() []uint32 { return sweep(points, rectangles) },
				func(got []uint32) error { return suite.First(got, want()) })
		}}
	}
	return []suite.Problem{of("2DinCube", gen.InCube), of("2Dkuzmin", gen.Kuzmin)}
}

// countWithin returns how many points are in each rectangle, edges included.
func countWithin(c forkjoin.Ctx, points []vec, rectangles []box) []uint32 {
	t := newTree(c, points)
	return seq.Map(c, len(rectangles), 1, func(i int) uint32 { return uint32(t.within(&rectangles[i], 0, 0, len(points))) })
}

func (t *tree) within(r *box, node, from, to int) (n int) {
	switch b := &t.boxes[node]; {
	case b.low[0] > r.high[0] || b.high[0] < r.low[0] || b.low[1] > r.high[1] || b.high[1] < r.low[1]:
		return 0
	case r.low[0] <= b.low[0] && b.high[0] <= r.high[0] && r.low[1] <= b.low[1] && b.high[1] <= r.high[1]:
		return to - from
	case to-from <= leaf:
		for _, p := range t.points[from:to] {
			if r.low[0] <= p[0] && p[0] <= r.high[0] && r.low[1] <= p[1] && p[1] <= r.high[1] {
				n++
			}
		}
		return n
	}
	m := from + (to-from)/2
	return t.within(r, 2*node+1, from, m) + t.within(r, 2*node+2, m, to)
}
