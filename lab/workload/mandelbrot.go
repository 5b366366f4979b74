package workload

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	mandelbrotSide  = 800
	mandelbrotLimit = 1000
	mandelbrotArea  = 1.5065918849 // Förstemann 2012 [FO12]; the error is in the last two digits
)

var mandelbrotWorkload = Workload{
	Name: "mandelbrot",
	Doc:  "how soon each point of a picture leaves the Mandelbrot set, in a loop over the lines",
	Params: []Param{
		{Name: "width", Default: "800", Doc: "pixels in `n` columns"},
		{Name: "height", Default: "800", Doc: "pixels in `n` lines"},
		{Name: "limit", Default: "1000", Doc: "a point that stays for `n` steps counts as inside"},
	},
	prepare: prepareMandelbrot,
}

// Escapes is the answer of mandelbrot.
type Escapes struct {
	Inside int      `json:"inside"` // points that did not leave
	Steps  int      `json:"steps"`  // of all points together
	Sum    Checksum `json:"sum"`    // of the steps of each point
}

func (e Escapes) and(o Escapes) Escapes {
	return Escapes{e.Inside + o.Inside, e.Steps + o.Steps, e.Sum + o.Sum}
}

func prepareMandelbrot(r *reader) *Instance {
	// A line ends before a cancelled run does: the ranges keep it to a second or two.
	v := view{
		Width:  r.whole("width", mandelbrotSide, 1, 1<<14),
		Height: r.whole("height", mandelbrotSide, 1, 1<<14),
		Limit:  r.whole("limit", mandelbrotLimit, 1, 100_000),
	}
	return &Instance{
		Params:     v,
		Parallel:   v.draw,
		Sequential: v.drawSeq,
		Check:      func(got any) error { return v.check(got.(Escapes)) },
		Tasks:      func(any) int { return 1 },
	}
}

// A view is a picture of the square from -2-1.25i to 0.5+1.25i, in which the
// whole set lies.
type view struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	Limit  int `json:"limit"`
}

const (
	viewLeft, viewTop = -2.0, -1.25
	viewSide          = 2.5
)

func (v view) draw(p skua.Place) any {
	lines := make([]Escapes, v.Height)
	par.For(v.Height, func(y int) { lines[y] = v.line(y) }, par.On(p))
	var all Escapes
	for _, l := range lines {
		all = all.and(l)
	}
	return all
}

// drawSeq is draw without the loop's workers.
func (v view) drawSeq() any {
	var all Escapes
	for y := range v.Height {
		all = all.and(v.line(y))
	}
	return all
}

// line goes through the points in the middle of the pixels of line y.
func (v view) line(y int) (e Escapes) {
	im := viewTop + viewSide*(float64(y)+0.5)/float64(v.Height)
	for x := range v.Width {
		re := viewLeft + viewSide*(float64(x)+0.5)/float64(v.Width)
		n := escape(re, im, v.Limit)
		if n == v.Limit {
			e.Inside++
		}
		e.Steps += n
		e.Sum += Checksum(mix(y*v.Width+x) * uint64(n))
	}
	return e
}

// escape returns after how many steps of z to z²+c, from 0 on, |z| is above 2, or
// limit. The conversions forbid to fuse a multiplication with an addition, so that
// all machines agree.
func escape(re, im float64, limit int) int {
	x, y := 0.0, 0.0
	for n := range limit {
		xx, yy := float64(x*x), float64(y*y)
		if xx+yy > 4 {
			return n
		}
		x, y = xx-yy+re, float64(2*x*y)+im
	}
	return limit
}

// check compares the points inside with the area of the set. There are more of
// them, since some would leave after the limit: by counting, less than 12/limit in area;
// and the border passes through pixels.
func (v view) check(e Escapes) error {
	pixel := viewSide * viewSide / float64(v.Width) / float64(v.Height)
	border := 2 * viewSide * max(1/float64(v.Width), 1/float64(v.Height))
	area, excess := float64(e.Inside)*pixel, 12/float64(v.Limit)
	if area < mandelbrotArea-border || area > mandelbrotArea+border+excess {
		return fmt.Errorf("the points inside have an area of %.4f, want %.4f -%.4f +%.4f",
			area, mandelbrotArea, border, border+excess)
	}
	return nil
}
