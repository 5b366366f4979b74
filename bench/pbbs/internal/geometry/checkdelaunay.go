package geometry

import (
	"fmt"
	"math"

	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// checkDelaunay wants triangles that turn left and meet at whole edges, with no point in the circle of
// its neighbour, that have all points and cover their convex hull.
func checkDelaunay(points []gen.Point, got []triangle) error {
	across := map[[2]uint32]uint32{} // the third point of the triangle on the left of an edge
	used := make([]bool, len(points))
	covered := 0.0
	for k, t := range got {
		for j := range t {
			if int(t[j]) >= len(points) {
				return fmt.Errorf("triangle %d has point %d of %d", k, t[j], len(points))
			}
			e := [2]uint32{t[j], t[(j+1)%3]}
			if _, twice := across[e]; twice {
				return fmt.Errorf("edge %v has two triangles on the same side", e)
			}
			across[e] = t[(j+2)%3]
			used[t[j]] = true
		}
		a, b, c := points[t[0]], points[t[1]], points[t[2]]
		if turns(a, b, c) <= 0 {
			return fmt.Errorf("triangle %d, %v, does not turn left", k, t)
		}
		covered += area(a, b, c)
	}
	for e, c := range across {
		if d, inner := across[[2]uint32{e[1], e[0]}]; inner && encloses(points[e[0]], points[e[1]], points[c], points[d]) > 0 {
			return fmt.Errorf("point %d is in the circle of edge %v with %d", d, e, c)
		}
	}
	for i, u := range used {
		if !u && len(points) > 2 {
			return fmt.Errorf("point %d is in no triangle", i)
		}
	}
	if want := hullArea(points); math.Abs(covered-want) > 1e-9*want {
		return fmt.Errorf("the triangles cover %v, and the convex hull has %v", covered, want)
	}
	return nil
}

// hullArea is twice the area of the convex hull.
func hullArea(points []gen.Point) (sum float64) {
	hull := hullSerially(points)
	for k := 2; k < len(hull); k++ {
		sum += area(points[hull[0]], points[hull[k]], points[hull[k-1]]) // the hull turns right
	}
	return sum
}
