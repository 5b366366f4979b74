package picture

import (
	"encoding/binary"
	"image"
	"image/color"
)

// A layer is what the channels of a picture are.
type layer int

const (
	gray  layer = iota // 1 channel
	ycbcr              // 3
	rgb                // 3
	rgba               // 4, colours multiplied by alpha, so that what is transparent has none; opaque is solid
)

// solid is alpha where a picture of layer rgba is opaque. Resampling overshoots beside an edge, alpha as
// much as the colours that are multiplied by it, so both have room above: the positive weights of a
// filter add up to at most 1.13, and to 1.28 in both directions. Clamped at once, a colour would be
// divided by too small an alpha.
const solid = 3 << 14

// roomy returns a sample of 16 bits as those of layer rgba are.
func roomy[T sample](v T) T { return T((uint64(v)*solid + uint64(^T(0))/2) / uint64(^T(0))) }

// A source is a decoded picture as channels. The rows of many layouts are converted when
// they are asked for: no second copy of the picture is made. Safe for concurrent use.
type source[T sample] struct {
	w, h     int
	layer    layer
	deep     bool // 16 bits
	drawing  bool // few colours, or transparent: hard edges
	channels []*channel[T]
}

// add appends a channel with as many samples as pixels, whose rows are converted.
func (s *source[T]) add(row func(y int, buf []T)) {
	s.channels = append(s.channels, &channel[T]{
		w: s.w, h: s.h, fullW: float64(s.w), fullH: float64(s.h), needBuffer: true,
		row: func(y int, buf []T) []T { row(y, buf); return buf },
	})
}

// view appends a channel whose rows are parts of pix. Of samples that are every h-th and
// v-th pixel's there may be a fraction at the border.
func (s *source[T]) view(pix []T, stride, h, v int) {
	w := (s.w + h - 1) / h
	s.channels = append(s.channels, &channel[T]{
		w: w, h: (s.h + v - 1) / v, fullW: float64(s.w) / float64(h), fullH: float64(s.h) / float64(v),
		row: func(y int, _ []T) []T { return pix[y*stride : y*stride+w] },
	})
}

// deep tells whether m, on a canvas of w by h, needs 16 bits: it has them, or transparency.
func deep(m image.Image, w, h int) bool {
	switch m := m.(type) {
	case *image.Gray16, *image.RGBA64, *image.NRGBA64, *image.NYCbCrA:
		return true
	case *image.NRGBA:
		return !m.Opaque()
	case *image.RGBA:
		return !m.Opaque()
	case *image.Paletted:
		return m.Rect.Dx() != w || m.Rect.Dy() != h || !opaquePalette(m)
	}
	return false
}

// opaquePalette tells whether no pixel of a frame can be transparent.
func opaquePalette(m *image.Paletted) bool {
	for _, c := range m.Palette {
		if _, _, _, a := c.RGBA(); a != 0xffff {
			return false
		}
	}
	return true
}

// open8 returns the channels of a picture of w by h that is not deep, nil if it is of an
// unknown kind.
func open8(m image.Image, w, h int) *source[uint8] {
	s := &source[uint8]{w: w, h: h, layer: rgb}
	switch m := m.(type) {
	case *image.Gray:
		s.layer = gray
		s.view(m.Pix, m.Stride, 1, 1)
	case *image.YCbCr:
		s.layer = ycbcr
		h, v := ratio(m.SubsampleRatio)
		s.view(m.Y, m.YStride, 1, 1)
		s.view(m.Cb, m.CStride, h, v)
		s.view(m.Cr, m.CStride, h, v)
	case *image.RGBA:
		s.interleaved(m.Pix, m.Stride)
	case *image.NRGBA:
		s.interleaved(m.Pix, m.Stride)
	case *image.Paletted:
		s.drawing = true
		for c := range 3 {
			s.indexed(m, c)
		}
	case *image.CMYK:
		for c := range 3 {
			s.add(func(y int, buf []uint8) {
				ink := m.Pix[y*m.Stride:]
				for x := range buf {
					buf[x] = uint8((255 - uint32(ink[4*x+c])) * (255 - uint32(ink[4*x+3])) / 255)
				}
			})
		}
	default:
		return nil
	}
	return s
}

// interleaved adds the first three of four channels that lie side by side.
func (s *source[T]) interleaved(pix []T, stride int) {
	for c := range 3 {
		s.add(func(y int, buf []T) {
			in := pix[y*stride:][:4*len(buf)]
			for x := range buf {
				buf[x] = in[4*x+c]
			}
		})
	}
}

// indexed adds channel c of a palette's colours. What the frame of a GIF leaves free of its
// canvas is transparent.
func (s *source[T]) indexed(m *image.Paletted, c int) {
	var table [256]T
	for i, colour := range m.Palette {
		r, g, b, a := colour.RGBA()
		v := [4]uint32{r, g, b, a}[c]
		switch {
		case ^T(0) == T(255):
			table[i] = T(v >> 8)
		case s.layer == rgba:
			table[i] = roomy(T(v))
		default:
			table[i] = T(v)
		}
	}
	s.add(func(y int, buf []T) {
		if frame := m.Rect; frame.Dx() != s.w || frame.Dy() != s.h {
			clear(buf)
			if y < frame.Min.Y || y >= frame.Max.Y {
				return
			}
			y, buf = y-frame.Min.Y, buf[frame.Min.X:frame.Max.X]
		}
		for x, i := range m.Pix[y*m.Stride:][:len(buf)] {
			buf[x] = table[i]
		}
	})
}

func ratio(r image.YCbCrSubsampleRatio) (h, v int) {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 1, 1
}

// open16 returns the channels of a picture of w by h that is deep, nil if it is of an unknown
// kind.
func open16(m image.Image, w, h int) *source[uint16] {
	s := &source[uint16]{w: w, h: h, layer: rgba, drawing: true}
	switch m := m.(type) {
	case *image.Gray16:
		s.layer, s.deep, s.drawing = gray, true, false
		s.add(func(y int, buf []uint16) {
			for x := range buf {
				buf[x] = binary.BigEndian.Uint16(m.Pix[y*m.Stride+2*x:])
			}
		})
	case *image.RGBA64:
		s.deep = true
		s.quads(m.Opaque(), func(c, x, y int) uint16 {
			return binary.BigEndian.Uint16(m.Pix[y*m.Stride+8*x+2*c:])
		})
	case *image.NRGBA64:
		s.deep = true
		s.quads(m.Opaque(), func(c, x, y int) uint16 {
			p := m.Pix[y*m.Stride+8*x:]
			v, a := binary.BigEndian.Uint16(p[2*c:]), binary.BigEndian.Uint16(p[6:])
			if c == 3 {
				return a
			}
			return uint16((uint32(v)*uint32(a) + 32767) / 65535)
		})
	case *image.NRGBA:
		s.quads(false, func(c, x, y int) uint16 {
			p := m.Pix[y*m.Stride+4*x:]
			if c == 3 {
				return uint16(p[3]) * 257
			}
			return uint16((uint32(p[c])*uint32(p[3])*257 + 127) / 255)
		})
	case *image.RGBA:
		s.quads(false, func(c, x, y int) uint16 { return uint16(m.Pix[y*m.Stride+4*x+c]) * 257 })
	case *image.NYCbCrA:
		s.quads(false, func(c, x, y int) uint16 {
			a := uint32(m.A[y*m.AStride+x])
			if c == 3 {
				return uint16(a) * 257
			}
			yi, ci := m.YOffset(x, y), m.COffset(x, y)
			r, g, b := color.YCbCrToRGB(m.Y[yi], m.Cb[ci], m.Cr[ci])
			return uint16((uint32([3]uint8{r, g, b}[c])*a*257 + 127) / 255)
		})
	case *image.Paletted:
		for c := range 4 {
			s.indexed(m, c)
		}
	default:
		return nil
	}
	return s
}

// quads adds channels of pixels that are read one by one; three if they are opaque.
func (s *source[T]) quads(opaque bool, at func(c, x, y int) T) {
	if opaque {
		s.layer, s.drawing = rgb, false
		for c := range 3 {
			s.add(func(y int, buf []T) {
				for x := range buf {
					buf[x] = at(c, x, y)
				}
			})
		}
		return
	}
	for c := range 4 {
		s.add(func(y int, buf []T) {
			for x := range buf {
				buf[x] = roomy(at(c, x, y))
			}
		})
	}
}
