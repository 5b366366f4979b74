package geometry

import (
	"fmt"
	"math"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func bodies() []suite.Problem {
	of := func(input string, made func(n int) []gen.Point3) suite.Problem {
		return suite.Problem{Benchmark: "nBody", Input: input, Size: 1 << 12, Make: func(n int) suite.Instance {
			points := solid(made(n))
			return suite.Elided(func(c forkjoin.Ctx) []vec { return forces(c, points) },
				func(got []vec) error { return checkForces(points, got) })
		}}
	}
	return []suite.Problem{of("3DonSphere", gen.OnSphere3), of("3DinCube", gen.InCube3)}
}

// forces are those of all other points on each, all masses being 1: all pairs.
func forces(c forkjoin.Ctx, points []vec) []vec {
	return seq.Map(c, len(points), 1, func(i int) (force vec) {
		p := points[i]
		for j := range points {
			if i == j {
				continue
			}
			q := &points[j]
			x, y, z := q[0]-p[0], q[1]-p[1], q[2]-p[2]
			r2 := x*x + y*y + z*z
			f := 1 / (r2 * math.Sqrt(r2))
			force[0] += x * f
			force[1] += y * f
			force[2] += z * f
		}
		return force
	})
}

// checkForces computes the forces on some points, and wants a mean relative error of at most 1e-6.
func checkForces(points, got []vec) error {
	if len(got) != len(points) {
		return fmt.Errorf("%d forces, want %d", len(got), len(points))
	}
	const most = 1e-6
	some, sum := min(len(points), 200), 0.0
	for k := range some {
		i := int(gen.Hash64(uint64(k)) % uint64(len(points)))
		var want vec
		for j := len(points) - 1; j >= 0; j-- {
			if d := square(points[i], points[j]); j != i {
				for k := range want {
					want[k] += (points[j][k] - points[i][k]) / (d * math.Sqrt(d))
				}
			}
		}
		sum += math.Sqrt(square(want, got[i]) / square(want, vec{}))
	}
	if mean := sum / float64(some); !(mean <= most) {
		return fmt.Errorf("the mean error is %g, want at most %g", mean, most)
	}
	return nil
}
