package geometry

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// rounding is how far outside of the hull a point may lie by rounding alone, for points whose
// coordinates are about 1.
const rounding = 1e-12

// checkHull wants a hull from the leftmost point along the upper side to the rightmost and back, which
// turns right everywhere, and no point outside. inOrder are the points in order.
func checkHull(points, inOrder []gen.Point, got []uint32) error {
	if len(got) == 0 {
		return fmt.Errorf("no hull of %d points", len(points))
	}
	for _, i := range got {
		if int(i) >= len(points) {
			return fmt.Errorf("point %d of %d", i, len(points))
		}
	}
	right := 0
	for k, i := range got {
		if before(points[got[right]], points[i]) {
			right = k
		}
	}
	if points[got[0]] != inOrder[0] || points[got[right]] != inOrder[len(inOrder)-1] {
		return fmt.Errorf("the hull is from %v to %v, want from %v to %v", points[got[0]], points[got[right]], inOrder[0], inOrder[len(inOrder)-1])
	}
	upper := at(points, got[:right+1])
	lower := at(points, append(slices.Clone(got[right:]), got[0]))
	if err := checkSide(inOrder, upper); err != nil {
		return fmt.Errorf("the upper side: %w", err)
	}
	backward := slices.Clone(inOrder)
	slices.Reverse(backward)
	if err := checkSide(backward, lower); err != nil {
		return fmt.Errorf("the lower side: %w", err)
	}
	return nil
}

// ordered are the points by x, then by y.
func ordered(points []gen.Point) []gen.Point {
	return slices.SortedFunc(slices.Values(points), func(a, b gen.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
}

func at(points []gen.Point, some []uint32) []gen.Point {
	out := make([]gen.Point, len(some))
	for k, i := range some {
		out[k] = points[i]
	}
	return out
}

// checkSide goes along one side and the points in order of x, in the same direction.
func checkSide(inOrder, side []gen.Point) error {
	along := func(a, b gen.Point) bool {
		return before(a, b) == before(inOrder[0], inOrder[len(inOrder)-1])
	}
	k := 0
	for i := 1; i < len(side); i++ {
		a, b := side[i-1], side[i]
		if a == b || !along(a, b) {
			return fmt.Errorf("%v comes after %v", b, a)
		}
		if i > 1 && outside(side[i-2], b, a) < -rounding {
			return fmt.Errorf("it turns inward at %v", a)
		}
		for ; k < len(inOrder) && (inOrder[k] == b || along(inOrder[k], b)); k++ {
			if d := outside(a, b, inOrder[k]); d > rounding*scale(a, b) {
				return fmt.Errorf("%v is outside, by %g", inOrder[k], d)
			}
		}
	}
	return nil
}

// outside is how far p lies on the left of the way from a to b.
func outside(a, b, p gen.Point) float64 {
	return area(a, b, p) / math.Hypot(b.X-a.X, b.Y-a.Y)
}

// scale is how large the coordinates are, if they are more than 1.
func scale(a, b gen.Point) float64 {
	return max(1, math.Abs(a.X), math.Abs(a.Y), math.Abs(b.X), math.Abs(b.Y))
}
