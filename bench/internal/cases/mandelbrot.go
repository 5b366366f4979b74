package cases

import "fmt"

var mandelbrotCase = Case{
	ID:       "mandelbrot",
	Question: "A picture of the Mandelbrot set, in a loop over its lines, which cost what nobody knows. Time for a pixel.",
	Unit:     "pixel",
	Rows: func(full bool) []Params {
		side := 400
		if full {
			side = 800
		}
		return []Params{params("width", side, "height", side, "limit", 1000)}
	},
	Want: workloadWant("mandelbrot"),
	Ways: func() []Way {
		ops := func(p Params) int { return p.Int("width") * p.Int("height") }
		return together(workloadWays("mandelbrot", ops),
			native("rayon"),
			rivals(loop, func(each func(n int, body func(i int)), p Params, _ int) *Run {
				v := view{p.Int("width"), p.Int("height"), p.Int("limit")}
				lines := make([]uint64, v.height)
				return &Run{
					Ops:  ops(p),
					Once: func() { each(v.height, func(y int) { lines[y] = v.line(y) }) },
					Answer: func() string {
						var sum uint64
						for _, l := range lines {
							sum += l
						}
						return fmt.Sprintf("%016x", sum)
					},
				}
			}))
	},
}

// A view is a picture of the square from -2-1.25i to 0.5+1.25i, in which the set
// lies, as lab/workload has it.
type view struct{ width, height, limit int }

const viewLeft, viewTop, viewSide = -2.0, -1.25, 2.5

// line is the checksum of a line: the steps of its points, each weighed.
func (v view) line(y int) (sum uint64) {
	im := viewTop + viewSide*(float64(y)+0.5)/float64(v.height)
	for x := range v.width {
		re := viewLeft + viewSide*(float64(x)+0.5)/float64(v.width)
		sum += mix(0, y*v.width+x) * uint64(v.escape(re, im))
	}
	return sum
}

// escape is after how many steps a point leaves. The conversions keep a compiler
// from fusing a multiplication with an addition, so that all machines agree.
func (v view) escape(re, im float64) int {
	x, y := 0.0, 0.0
	for n := range v.limit {
		xx, yy := float64(x*x), float64(y*y)
		if xx+yy > 4 {
			return n
		}
		x, y = xx-yy+re, float64(2*x*y)+im
	}
	return v.limit
}
