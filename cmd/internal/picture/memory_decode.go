package picture

import "image/color"

// decoding is what the decoder takes, by the arrays that those of Go 1.26 and x/image v0.47.0 make.
func (h Header) decoding(scales map[int][]int) int64 {
	n := int64(h.Width) * int64(h.Height)
	switch h.Format {
	case JPEG:
		return h.decodingJPEG(scales)
	case PNG:
		return h.decodingPNG(n) + 128<<10
	case GIF:
		return 2*n + 256<<10 // interlaced: twice
	case WebP:
		return h.decodingWebP(n)
	case BMP:
		if _, ok := h.layout.model.(color.Palette); ok {
			return n + int64(h.Width)*4 + 64<<10
		}
		return 4*n + int64(h.Width)*4 + 64<<10
	}
	return h.decodingTIFF(n)
}

// decodingJPEG counts planes of whole MCUs, of at most 32x32, once for each scale, and once more, for
// image/jpeg, since the file may turn out to be broken; of a progressive JPEG all coefficients too, with 2
// and with 4 bytes each; and of CMYK and RGB, which image/jpeg alone reads, the pixels.
func (h Header) decodingJPEG(scales map[int][]int) int64 {
	area := (int64(h.Width) + 32) * (int64(h.Height) + 32)
	samples := area
	if h.layout.model != color.GrayModel {
		samples += 2 * area / int64(h.layout.h*h.layout.v)
	}
	need := int64(64 << 10)
	switch h.layout.model {
	case color.CMYKModel:
		samples += area
		need += 4 * area
	case color.RGBAModel:
		need += 4 * area
	default:
		for scale := range scales {
			need += samples / int64(scale*scale)
		}
		if h.layout.progressive {
			need += 2 * samples
		}
	}
	if h.layout.progressive {
		samples *= 5
	}
	return need + samples
}

func (h Header) decodingPNG(n int64) int64 {
	each := int64(8)
	switch h.layout.model {
	case color.GrayModel:
		each = 1
	case color.Gray16Model:
		each = 2
	case color.RGBAModel, color.NRGBAModel:
		each = 4
	default:
		if _, ok := h.layout.model.(color.Palette); ok {
			each = 1
		}
	}
	if h.layout.alpha { // tRNS
		each = max(each, 4)
		if h.layout.model == color.Gray16Model {
			each = 8
		}
	}
	if h.layout.progressive {
		return (n*2+16*int64(h.Width+h.Height))*each + 16*8*int64(h.Width)
	}
	return n*each + 16*int64(h.Width)
}

// decodingWebP counts 16x16 macroblocks of the lossy kind. The lossless one has up to 2,600
// groups of Huffman codes, as far as the file has bits to describe them.
func (h Header) decodingWebP(n int64) int64 {
	groups := min(2600, n/16+1)
	lossless := 10*n + groups*28<<10 + min(groups*50<<10, 256*h.size) + 1<<20
	if h.layout.model == color.NRGBAModel {
		return lossless
	}
	if h.layout.animated { // a frame on a canvas
		lossless += 4 * n
	}
	lossy := (int64(h.Width)+16)*(int64(h.Height)+16)*2 + h.size + 1<<20
	if h.layout.alpha {
		return lossy + lossless
	}
	return lossy
}

const packBits = 32773

// decodingTIFF counts the pixels, and the strips or tiles that are unpacked one after the other.
func (h Header) decodingTIFF(n int64) int64 {
	each := int64(4)
	switch h.layout.model {
	case color.GrayModel:
		each = 1
	case color.Gray16Model:
		each = 2
	case color.RGBA64Model, color.NRGBA64Model:
		each = 8
	default:
		if _, ok := h.layout.model.(color.Palette); ok {
			each = 1
		}
	}
	need := n*each + 1<<20 + 64*h.layout.strips
	const large = 10 << 20 // strips of as many bytes are put together from parts
	switch {
	case h.layout.compression <= 1 && 8*h.layout.strip < large:
		return need + min(h.size, 8*n)
	case h.layout.compression <= 1:
		return need + 6*min(h.size, 8*n) + 2*large
	case h.layout.compression == packBits: // each strip grows from nothing
		need += 5 * n * max(each, 4)
	}
	block := min(h.layout.strip, 2*n+1<<20)
	// Each strip has a decoder of its own; the collector takes most of them meanwhile.
	return need + 4*8*block + min(h.layout.strips*64<<10, 64<<20)
}
