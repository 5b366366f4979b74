package picture

import (
	"image/color"
	"math"
)

// Memory is an upper bound of the bytes that Make allocates for a picture with this header,
// all together: not only what is in use at one moment, since the garbage collector may come
// late. The file's content is not counted. A photograph takes less: an encoder makes the longest
// files of noise, and the header does not tell everything. Memory costs microseconds. It is 0
// if Plan fails, as then Make allocates no pixels.
func (h Header) Memory(s *Spec) int64 {
	outs, err := s.Plan(h)
	if err != nil {
		return 0
	}
	j := job{Spec: s, header: h, outs: outs}
	groups := j.byScale()
	need := int64(fixedMemory) + h.decoding(groups) + h.metadataMemory()*int64(len(outs)+len(groups)-1)
	src := h.stand()
	most := make([]int, len(src.channels))
	for i := range outs {
		for c, ch := range src.channels {
			t := targetOf(&j, src, i, c)
			n := t.levels(ch.fullW, ch.fullH)
			most[c] = max(most[c], n)
			need += h.resizing(ch, t, n, j.turned())
		}
		need += encoding(outs[i], src, s.quality())
	}
	for c, ch := range src.channels {
		need += h.halving(ch, most[c])
	}
	return need
}

// fixedMemory is what readers, tables and tasks take.
const fixedMemory = 1 << 20

// sampleBytes is the size of a sample while it is resized.
func (h Header) sampleBytes() int64 {
	switch m := h.layout.model.(type) {
	case color.Palette:
		if h.Format != BMP && h.Format != TIFF {
			return 2
		}
		return 1
	default:
		switch m {
		case color.YCbCrModel, color.GrayModel, color.CMYKModel:
			break
		case color.RGBAModel:
			if h.layout.alpha {
				return 2
			}
		default:
			return 2
		}
	}
	if h.layout.alpha {
		return 2
	}
	return 1
}

// stand returns a source like the decoded picture, at most as good, but without rows.
func (h Header) stand() *source[uint16] {
	s := &source[uint16]{w: h.Width, h: h.Height, layer: rgba, drawing: false}
	add := func(n, ratioH, ratioV int) {
		for range n {
			s.view(nil, 0, ratioH, ratioV)
			s.channels[len(s.channels)-1].needBuffer = true
		}
	}
	model := h.layout.model
	if h.layout.alpha {
		model = color.NRGBA64Model
		if h.layout.model != color.Gray16Model && h.layout.model != color.RGBA64Model && h.layout.model != color.NRGBA64Model {
			model = color.NRGBAModel
		}
	}
	switch model {
	case color.GrayModel:
		s.layer = gray
		add(1, 1, 1)
	case color.Gray16Model:
		s.layer, s.deep = gray, true
		add(1, 1, 1)
	case color.YCbCrModel:
		s.layer = ycbcr
		ratioH, ratioV := h.layout.h, h.layout.v
		if h.Format == WebP {
			ratioH, ratioV = 2, 2
		}
		add(1, 1, 1)
		add(2, ratioH, ratioV)
	default:
		s.deep = model == color.NRGBA64Model || model == color.RGBA64Model
		add(4, 1, 1)
	}
	return s
}

// resizing is what resize and turn take for one channel.
func (h Header) resizing(ch *channel[uint16], t target, level int, o orientation) int64 {
	size := h.sampleBytes()
	div := math.Pow(2, float64(level))
	w, height := math.Ceil(float64(ch.w)/div)+1, math.Ceil(float64(ch.h)/div)+1
	taps := func(in, out float64) int64 {
		return int64(min(in, 2*t.filter.support*max(in/out, 1)+3))
	}
	tapsX, tapsY := taps(w, float64(t.w)), taps(height, float64(t.h))
	need := int64(t.w) * int64(t.h) * size
	if o != upright {
		need *= 2
	}
	need += int64(w) * 4                                    // sums
	need += int64(t.w)*(8+4*tapsX) + int64(t.h)*(8+4*tapsY) // axes
	need += 8 * (tapsX + tapsY)
	if level == 0 && ch.needBuffer {
		need += tapsY * int64(w) * size // the window
	}
	return need + tapsY*48 + 4096 // its rows
}

// halving is what the halves of a channel take.
func (h Header) halving(ch *channel[uint16], n int) int64 {
	need, size := int64(0), h.sampleBytes()
	w, height := int64(ch.w), int64(ch.h)
	if n > 0 {
		need += 2 * w * size
	}
	for range n {
		w, height = (w+1)/2, (height+1)/2
		need += w*height*size + 512
	}
	return need
}

// longest is how many tenths of a byte noise of black and white takes for a pixel as a JPEG, and a
// little more.
func longest(quality int) int64 {
	switch {
	case quality <= 85: // measured: 9.5
		return 10
	case quality <= 95: // 14.2
		return 15
	}
	return 24 // 23.0
}

// encoding is what assemble and encode take. What is collected is copied once.
func encoding(o Output, s *source[uint16], quality int) int64 {
	n := int64(o.Width) * int64(o.Height)
	if o.Format == JPEG {
		need := n * longest(quality) / 10 * 5 / 2 // the file
		if s.layer != gray && s.layer != ycbcr {
			return need + n*4 + 96<<10
		}
		return need + n + 96<<10 // a gray of 16 bits becomes one of 8
	}
	raw := int64(4)
	if s.layer == gray {
		raw = 1
	}
	need := n * 4
	if s.deep {
		raw, need = 2*raw, n*(8+16) // the encoder makes a small object for each pixel
	}
	lines := 6 * (int64(o.Width)*raw + 16)
	return need + lines + (n*raw+int64(o.Height))*5/2 + 2<<20 // deflate's tables
}

// metadataMemory is what reading and writing the metadata takes.
func (h Header) metadataMemory() int64 { return 5*h.metaSize + h.packed }
