package photo

import (
	"image"
	"math/rand/v2"
)

// paintSign draws lines of marks, five points wide and seven high, on a bright ground.
func paintSign(m *image.YCbCr, r *rand.Rand) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	dot := 1 + r.IntN(1+min(w, h)/400)
	columns, lines := 4+r.IntN(24), 1+r.IntN(6)
	at := image.Pt(r.IntN(w), r.IntN(h))
	ground := image.Rectangle{at, at.Add(image.Pt((6*columns+2)*dot, (9*lines+2)*dot))}
	fill(m, ground, uint8(190+r.IntN(60)))
	ink := uint8(10 + r.IntN(60))
	for line := range lines {
		for column := range columns {
			if r.IntN(6) > 0 {
				paintMark(m, at.Add(image.Pt((6*column+1)*dot, (9*line+2)*dot)), dot, ink, r.Uint64())
			}
		}
	}
}

// paintMark draws a mark from 35 bits, three of four of which are set along its strokes.
func paintMark(m *image.YCbCr, at image.Point, dot int, ink uint8, bits uint64) {
	for y := range 7 {
		for x := range 5 {
			stroke := x == int(bits>>60)%5 || y == int(bits>>56&15)%7
			if on := bits>>(5*y+x)&1 == 1; on && stroke || on && (x+y)%3 == 0 || stroke && y%3 == 0 {
				p := at.Add(image.Pt(x*dot, y*dot))
				fill(m, image.Rectangle{p, p.Add(image.Pt(dot, dot))}, ink)
			}
		}
	}
}

// fill makes a rectangle gray.
func fill(m *image.YCbCr, r image.Rectangle, light uint8) {
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			m.Y[m.YOffset(x, y)] = light
			c := m.COffset(x, y)
			m.Cb[c], m.Cr[c] = 128, 128
		}
	}
}
