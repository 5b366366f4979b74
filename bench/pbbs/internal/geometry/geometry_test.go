package geometry

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// TestChecks wants each check to accept the twin's answer, and to reject a spoiled one.
func TestChecks(t *testing.T) {
	lost := func(a any) any { return a.([]uint32)[1:] }
	spoils := map[string]map[string]func(any) any{
		"convexHull": {
			"the leftmost lost": lost,
			"a point lost":      func(a any) any { return slices.Delete(a.([]uint32), 2, 3) },
			"a point twice":     func(a any) any { return slices.Insert(a.([]uint32), 2, a.([]uint32)[2]) },
			"a point that is not on it": func(a any) any {
				h := a.([]uint32)
				for i := uint32(0); ; i++ {
					if !slices.Contains(h, i) {
						return slices.Insert(h, 2, i)
					}
				}
			},
			"two points swapped": func(a any) any { h := a.([]uint32); h[1], h[2] = h[2], h[1]; return h },
			"the other direction": func(a any) any {
				h := a.([]uint32)
				slices.Reverse(h[1:])
				return h
			},
		},
		"nearestNeighbors": {
			"fewer": lost,
			"another neighbour": func(a any) any {
				g := a.([]uint32)
				for i := range g {
					g[i] = uint32((int(g[i]) + 1) % 700)
				}
				return g
			},
		},
		"rangeQuery2d": {
			"fewer":    lost,
			"one more": func(a any) any { a.([]uint32)[7]++; return a },
		},
		"delaunayTriangulation": {
			"a triangle lost":           func(a any) any { return a.([]triangle)[1:] },
			"a triangle twice":          func(a any) any { return append(a.([]triangle), a.([]triangle)[0]) },
			"a triangle that is turned": func(a any) any { t := a.([]triangle); t[0][0], t[0][1] = t[0][1], t[0][0]; return t },
		},
		"nBody": {
			"fewer": func(a any) any { return a.([]vec)[1:] },
			"a force that is too large": func(a any) any {
				for i := range a.([]vec) {
					a.([]vec)[i][0] *= 1.001
				}
				return a
			},
		},
	}
	for _, p := range Problems() {
		t.Run(p.Name(), func(t *testing.T) {
			if p.Input == "2DonSphere" {
				t.Log("all points are on this hull: one that is not on it cannot be chosen")
				return
			}
			i := p.Make(700)
			if err := i.Check(i.Twin()); err != nil {
				t.Fatalf("the twin's answer: %v", err)
			}
			if len(spoils[p.Benchmark]) == 0 {
				t.Fatal("no spoiled answers")
			}
			for name, spoil := range spoils[p.Benchmark] {
				if err := i.Check(spoil(i.Twin())); err == nil {
					t.Errorf("the check accepts an answer with %s", name)
				}
			}
		})
	}
}

// TestSweep counts by comparing each point with each rectangle.
func TestSweep(t *testing.T) {
	points := flat(gen.InCube(400))
	var rectangles []box
	for i := range 100 {
		rectangles = append(rectangles, noBox.and(box{points[i], points[i]}).and(box{points[399-i], points[399-i]}))
	}
	for i, got := range sweep(points, rectangles) {
		want := uint32(0)
		for _, p := range points {
			if r := rectangles[i]; r.distance(p) == 0 {
				want++
			}
		}
		if got != want {
			t.Errorf("rectangle %d has %d points, want %d", i, got, want)
		}
	}
}

// TestNodes wants room for every node of trees of all sizes.
func TestNodes(t *testing.T) {
	for n := range 3000 {
		var most func(node, size int) int
		most = func(node, size int) int {
			if size <= leaf {
				return node
			}
			return max(most(2*node+1, size/2), most(2*node+2, size-size/2))
		}
		if last := most(0, n); last >= nodes(n) {
			t.Fatalf("%d points: node %d of %d", n, last, nodes(n))
		}
	}
}

// TestCheckDelaunay_flip rejects a triangulation in which one edge is not Delaunay's.
func TestCheckDelaunay_flip(t *testing.T) {
	points := gen.InCube(700)
	var all []triangle
	forkjoin.Serial(func(c forkjoin.Ctx) { all = triangulate(c, points) })
	if err := checkDelaunay(points, all); err != nil {
		t.Fatal(err)
	}
	if !flip(points, all) {
		t.Fatal("no edge could be flipped")
	}
	if checkDelaunay(points, all) == nil {
		t.Error("the check accepts a flipped edge")
	}
}

// flip gives two triangles that make a convex figure its other diagonal.
func flip(points []gen.Point, all []triangle) bool {
	for i, t := range all {
		for j, u := range all {
			for k := range 3 {
				for l := range 3 {
					a, b, c, d := t[k], t[(k+1)%3], t[(k+2)%3], u[(l+2)%3]
					if u[l] == b && u[(l+1)%3] == a && turns(points[c], points[a], points[d]) > 0 && turns(points[d], points[b], points[c]) > 0 {
						all[i], all[j] = triangle{c, a, d}, triangle{d, b, c}
						return true
					}
				}
			}
		}
	}
	return false
}

// TestPredicates has points for which rounding decides wrongly.
func TestPredicates(t *testing.T) {
	const tiny = 0x1p-52
	a, b := gen.Point{X: 0.5, Y: 0.5}, gen.Point{X: 12, Y: 12}
	for _, c := range []struct {
		p    gen.Point
		want float64
	}{{gen.Point{X: 24, Y: 24}, 0}, {gen.Point{X: 24, Y: 24 + 24*tiny}, 1}, {gen.Point{X: 24, Y: 24 - 16*tiny}, -1}} {
		if got := turns(a, b, c.p); sign(got) != c.want {
			t.Errorf("the turn to %v is %v, want %v", c.p, got, c.want)
		}
	}
	east, north, west := gen.Point{X: 1}, gen.Point{Y: 1}, gen.Point{X: -1}
	for _, c := range []struct{ y, want float64 }{{-1, 0}, {-1 + tiny, 1}, {-1 - tiny, -1}} {
		if got := encloses(east, north, west, gen.Point{Y: c.y}); sign(got) != c.want {
			t.Errorf("the circle and y = %v: %v, want %v", c.y, got, c.want)
		}
	}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
