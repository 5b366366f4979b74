package photo

import (
	"math"
	"math/rand/v2"
)

// one is a level of brightness, of 256, in the units of a plane.
const one = 16

// A plane has a number for each of its points.
type plane struct {
	w, h int
	at   []int16
}

func newPlane(w, h int) *plane { return &plane{w, h, make([]int16, w*h)} }

func (p *plane) row(y int) []int16 { return p.at[y*p.w : (y+1)*p.w] }

// A grain draws normal numbers quickly: eight of a random word.
type grain [256]int16

// newGrain draws numbers with this standard deviation, in levels.
func newGrain(deviation float64) *grain {
	var g grain
	for i := range g {
		quantile := (float64(i) + 0.5) / float64(len(g))
		g[i] = int16(math.Round(one * deviation * math.Sqrt2 * math.Erfinv(2*quantile-1)))
	}
	return &g
}

// add adds a number to each value.
func (g *grain) add(values []int16, r *rand.PCG) {
	for len(values) >= 8 {
		bits := r.Uint64()
		v := values[:8]
		for i := range v {
			v[i] += g[bits>>(8*i)&255]
		}
		values = values[8:]
	}
	bits := r.Uint64()
	for i := range values {
		values[i] += g[bits>>(8*i)&255]
	}
}

// octaves is noise with the same contrast at each scale from that of the plane down to
// finest points. The power spectrum of photographs falls with the square of the frequency
// too: Field, Relations between the statistics of natural images and the response
// properties of cortical cells, JOSA A 1987.
func octaves(w, h, finest int, g *grain, r *rand.PCG) *plane {
	if w <= 4 || h <= 4 {
		p := newPlane(w, h)
		g.add(p.at, r)
		return p
	}
	p := double(octaves((w+1)/2, (h+1)/2, max(1, finest/2), g, r), w, h)
	if finest <= 1 {
		g.add(p.at, r)
	}
	return p
}

// double returns the plane at twice its size, interpolated.
func double(p *plane, w, h int) *plane {
	out, blend := newPlane(w, h), make([]int16, p.w)
	for y := range h {
		doubleRow(out.row(y), p.between(y, blend))
	}
	return out
}

// between is row y of a plane of twice the height, at the width of p. It may use blend.
func (p *plane) between(y int, blend []int16) []int16 {
	near := min(y/2, p.h-1)
	far := min(max(near-1+y%2*2, 0), p.h-1)
	a, b := p.row(near), p.row(far)
	for x := range blend {
		blend[x] = (3*a[x] + b[x]) >> 2
	}
	return blend
}

// doubleRow interpolates from to about twice as many values.
func doubleRow(to, from []int16) {
	last := len(from) - 1
	for x := 0; x < len(to); x += 2 {
		i := x / 2
		v := 3 * from[i]
		to[x] = (v + from[max(i-1, 0)]) >> 2
		if x+1 < len(to) {
			to[x+1] = (v + from[min(i+1, last)]) >> 2
		}
	}
}
