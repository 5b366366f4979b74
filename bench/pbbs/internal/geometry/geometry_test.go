package geometry

import (
	"slices"
	"testing"

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
