package photo

import (
	"image"
	"math/rand/v2"
)

// textureSide is a power of two.
const textureSide = 512

// Scene draws what a photograph shows: the same for the same seed and size. It takes some
// 10 ns a pixel.
func Scene(seed uint64, width, height int) *image.YCbCr {
	source := rand.NewPCG(seed, 1)
	r := rand.New(source)
	light, cb, cr := backdrop((width+1)/2, (height+1)/2, r, source)
	texture := octaves(textureSide, textureSide, 1, newGrain(6+8*r.Float64()), source)
	for range 20 + r.IntN(60) {
		t := newThing(light.w, light.h, r)
		t.paint(light, cb, cr, texture)
	}
	m := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	// The noise of a sensor, from ISO 100 to some thousands.
	develop(m, light, newGrain(3+6*r.Float64()), source)
	expose(m.Cb, cb)
	expose(m.Cr, cr)
	for range 1 + r.IntN(4) {
		paintSign(m, r)
	}
	return m
}

// backdrop is a sky above a ground, with noise of all scales but the finest, as of a lens
// that is sharp elsewhere.
func backdrop(w, h int, r *rand.Rand, source *rand.PCG) (light, cb, cr *plane) {
	light = octaves(w, h, 1<<r.IntN(3), newGrain(5+8*r.Float64()), source)
	top, bottom := 120+r.IntN(100), 40+r.IntN(120)
	for y := range h {
		level := int16(one * (top*(h-y) + bottom*y) / h)
		row := light.row(y)
		for x := range row {
			row[x] += level
		}
	}
	colour := newGrain(2 + 3*r.Float64())
	cb, cr = octaves(w, h, 4, colour, source), octaves(w, h, 4, colour, source)
	for i := range cb.at {
		cb.at[i] += 128 * one
		cr.at[i] += 128 * one
	}
	return light, cb, cr
}

// develop writes the brightness at full size, with noise.
func develop(m *image.YCbCr, light *plane, sensor *grain, source *rand.PCG) {
	blend, row := make([]int16, light.w), make([]int16, m.Rect.Dx())
	for y := range m.Rect.Dy() {
		doubleRow(row, light.between(y, blend))
		sensor.add(row, source)
		levels(m.Y[y*m.YStride:], row)
	}
}

// expose writes a plane of the same size.
func expose(to []uint8, p *plane) { levels(to, p.at) }

// levels clips values to 0 … 255.
func levels(to []uint8, values []int16) {
	to = to[:len(values)]
	for i, v := range values {
		to[i] = uint8(min(max(v>>4, 0), 255))
	}
}
