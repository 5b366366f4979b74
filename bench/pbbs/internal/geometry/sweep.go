package geometry

import (
	"cmp"
	"slices"
)

// An edge of a rectangle, or a point, as the sweep from left to right meets it.
type event struct {
	x     float64
	kind  int8 // at the same x: left edges, points, right edges
	index int32
}

const (
	left int8 = iota
	point
	right
)

// sweep is countWithin, serially. It keeps how many points with each y were met, as sums in a
// Fenwick tree; a rectangle has those met at its right edge but not at its left.
func sweep(points []vec, rectangles []box) []uint32 {
	ys := make([]float64, len(points))
	events := make([]event, 0, len(points)+2*len(rectangles))
	for i, p := range points {
		ys[i] = p[1]
		events = append(events, event{p[0], point, int32(i)})
	}
	for i, r := range rectangles {
		events = append(events, event{r.low[0], left, int32(i)}, event{r.high[0], right, int32(i)})
	}
	slices.Sort(ys)
	slices.SortFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.kind, b.kind)) })
	met := make(sums, len(ys)+1)
	counts := make([]uint32, len(rectangles))
	for _, e := range events {
		if e.kind == point {
			at, _ := slices.BinarySearch(ys, points[e.index][1])
			met.add(at)
			continue
		}
		r := rectangles[e.index]
		low, _ := slices.BinarySearch(ys, r.low[1])
		high, _ := slices.BinarySearchFunc(ys, r.high[1], func(y, most float64) int {
			if y <= most {
				return -1
			}
			return 1
		})
		n := met.below(high) - met.below(low)
		if e.kind == left {
			n = -n
		}
		counts[e.index] += n
	}
	return counts
}

// sums is a Fenwick tree.
type sums []uint32

func (s sums) add(at int) {
	for at++; at < len(s); at += at & -at {
		s[at]++
	}
}

// below is how many were added below at.
func (s sums) below(at int) (n uint32) {
	for ; at > 0; at &= at - 1 {
		n += s[at]
	}
	return n
}
