package photo

import (
	"math"
	"math/rand/v2"
)

// A thing is an ellipse or a bar that covers what is behind it.
type thing struct {
	x, y, a, b float64 // centre and half axes
	sin, cos   float64 // of its angle
	bar        bool
	light      int16 // brightness and colours, in units of a plane
	cb, cr     int16
	slope      float64 // change of brightness across it
	contrast   int     // of its texture, in quarters
	shift      int     // where in the texture it begins
}

func newThing(w, h int, r *rand.Rand) thing {
	size := float64(min(w, h)) * math.Pow(0.5, 1.2+4*r.Float64())
	sin, cos := math.Sincos(math.Pi * r.Float64())
	return thing{
		x: r.Float64() * float64(w), y: r.Float64() * float64(h),
		a: size, b: size * (0.15 + 0.85*r.Float64()), sin: sin, cos: cos, bar: r.IntN(2) == 0,
		light: int16(one * (20 + r.IntN(215))), cb: int16(one * (98 + r.IntN(60))), cr: int16(one * (98 + r.IntN(60))),
		slope: one * 40 * (r.Float64() - 0.5) / size, contrast: r.IntN(8), shift: r.IntN(1 << 18),
	}
}

// paint draws the thing with a texture whose sides are powers of two.
func (t *thing) paint(light, cb, cr, texture *plane) {
	reach := t.a + t.b
	for y := max(0, int(t.y-reach)); y < min(light.h, int(t.y+reach)+1); y++ {
		left, right, ok := t.span(float64(y) - t.y)
		from, to := max(0, int(t.x+left)), min(light.w, int(t.x+right)+1)
		if !ok || from >= to {
			continue
		}
		tex := texture.row((y + t.shift/texture.w) & (texture.h - 1))
		l, b, r := light.row(y), cb.row(y), cr.row(y)
		for x := from; x < to; x++ {
			shade := int16(t.slope * (float64(x) - t.x))
			l[x] = t.light + shade + int16(t.contrast)*tex[(x+t.shift)&(texture.w-1)]>>2
			b[x], r[x] = t.cb, t.cr
		}
	}
}

// span is the part of the line dy below the centre that the thing covers.
func (t *thing) span(dy float64) (left, right float64, ok bool) {
	if t.bar {
		// |x cos + dy sin| ≤ a and |−x sin + dy cos| ≤ b
		l1, r1 := strip(t.cos, dy*t.sin, t.a)
		l2, r2 := strip(-t.sin, dy*t.cos, t.b)
		left, right = max(l1, l2), min(r1, r2)
		return left, right, left < right
	}
	p, q := 1/(t.a*t.a), 1/(t.b*t.b)
	a := t.cos*t.cos*p + t.sin*t.sin*q
	b := dy * t.sin * t.cos * (p - q)
	c := dy*dy*(t.sin*t.sin*p+t.cos*t.cos*q) - 1
	d := b*b - a*c
	if d <= 0 {
		return 0, 0, false
	}
	d = math.Sqrt(d)
	return (-b - d) / a, (-b + d) / a, true
}

// strip is where |factor·x + offset| ≤ half.
func strip(factor, offset, half float64) (left, right float64) {
	if math.Abs(factor) < 1e-9 {
		if math.Abs(offset) > half {
			return 0, 0
		}
		return math.Inf(-1), math.Inf(1)
	}
	left, right = (-half-offset)/factor, (half-offset)/factor
	return min(left, right), max(left, right)
}
