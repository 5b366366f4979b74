package picture

import (
	"image"
	"image/color"
)

// assemble makes of planes what the encoder of the format takes fastest.
func assemble[T sample](p []*plane[T], l layer, deep bool, f Format, back color.RGBA) image.Image {
	w, h := p[0].w, p[0].h
	r := image.Rect(0, 0, w, h)
	switch {
	case f == JPEG && l == ycbcr:
		return &image.YCbCr{
			Y: bytesOf(p[0]), Cb: bytesOf(p[1]), Cr: bytesOf(p[2]), YStride: w, CStride: p[1].w,
			SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: r,
		}
	case l == gray && f == PNG && deep:
		m := image.NewGray16(r)
		for i, v := range p[0].pix {
			put(m.Pix[2*i:], uint16(v))
		}
		return m
	case l == gray:
		return &image.Gray{Pix: bytesOf(p[0]), Stride: w, Rect: r}
	case f == JPEG:
		return flat(p, back)
	case deep:
		return quads64(p)
	case l == rgba:
		return quads8(p)
	}
	m := image.NewRGBA(r)
	for i, y := range p[0].pix {
		o := m.Pix[4*i : 4*i+4]
		o[0], o[1], o[2], o[3] = to8(y), to8(p[1].pix[i]), to8(p[2].pix[i]), 255
		if l == ycbcr {
			o[0], o[1], o[2] = color.YCbCrToRGB(o[0], o[1], o[2])
		}
	}
	return m
}

// flat puts a picture on its background, if it has transparency.
func flat[T sample](p []*plane[T], back color.RGBA) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, p[0].w, p[0].h))
	ground := [3]uint32{uint32(back.R), uint32(back.G), uint32(back.B)}
	for i := range p[0].pix {
		o := m.Pix[4*i : 4*i+4]
		o[3] = 255
		for c := range ground {
			v := p[c].pix[i]
			if len(p) == 3 {
				o[c] = to8(v)
				continue
			}
			a := uint32(p[3].pix[i])
			over := 255 * uint32(v) // of solid
			if a > solid {
				over, a = uint32(255*uint64(divided(v, T(a)))*solid/uint64(^T(0))), solid
			}
			o[c] = uint8(min((over+ground[c]*(solid-a)+solid/2)/solid, 255))
		}
	}
	return m
}

// quads8 divides the colours by alpha again, in 8 bits.
func quads8[T sample](p []*plane[T]) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, p[0].w, p[0].h))
	for i, a := range p[3].pix {
		o := m.Pix[4*i : 4*i+4]
		o[3] = to8(alpha(a))
		for c := range 3 {
			o[c] = to8(divided(p[c].pix[i], a))
		}
	}
	return m
}

// quads64 does the same in 16 bits; without alpha the picture is opaque.
func quads64[T sample](p []*plane[T]) image.Image {
	m := image.NewNRGBA64(image.Rect(0, 0, p[0].w, p[0].h))
	for i := range p[0].pix {
		o := m.Pix[8*i : 8*i+8]
		a := uint16(65535)
		for c := range 3 {
			v := uint16(p[c].pix[i])
			if len(p) == 4 {
				v = divided(v, uint16(p[3].pix[i]))
			}
			put(o[2*c:], v)
		}
		if len(p) == 4 {
			a = alpha(uint16(p[3].pix[i]))
		}
		put(o[6:], a)
	}
	return m
}

// divided returns a colour that was multiplied by alpha as it was, of all bits of a sample.
func divided[T sample](v, a T) T {
	if a == 0 {
		return 0
	}
	return T(min((uint64(v)*uint64(^T(0))+uint64(a)/2)/uint64(a), uint64(^T(0))))
}

// alpha is that of the output, of all bits of a sample.
func alpha[T sample](a T) T {
	return T((min(uint64(a), solid)*uint64(^T(0)) + solid/2) / solid)
}

// to8 rounds a sample to 8 bits.
func to8[T sample](v T) uint8 {
	if ^T(0) == T(255) {
		return uint8(v)
	}
	return uint8((uint32(v)*255 + 32895) >> 16)
}

// bytesOf returns the samples of a plane in 8 bits, without a copy if they are.
func bytesOf[T sample](p *plane[T]) []uint8 {
	if pix, ok := any(p.pix).([]uint8); ok {
		return pix
	}
	pix := make([]uint8, len(p.pix))
	for i, v := range p.pix {
		pix[i] = to8(v)
	}
	return pix
}

func put(b []byte, v uint16) { b[0], b[1] = byte(v>>8), byte(v) }
