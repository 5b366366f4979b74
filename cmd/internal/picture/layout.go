package picture

import (
	"encoding/binary"
	"image/color"
	"io"
)

// readLayout looks for what the decoders' configurations do not tell.
func (h *Header) readLayout(r io.ReaderAt) {
	h.layout.h, h.layout.v = 1, 1
	h.readAlpha(r)
	switch h.Format {
	case JPEG:
		h.readFrame(r)
	case PNG:
		var interlace [1]byte
		_, _ = r.ReadAt(interlace[:], 28) // without it nothing can be decoded
		h.layout.progressive = interlace[0] == 1
	}
}

// readFrame reads the frame header of a JPEG: whether it is progressive, and how its
// chroma is subsampled.
func (h *Header) readFrame(r io.ReaderAt) {
	var head [13]byte
	for at := int64(2); ; {
		if n, _ := r.ReadAt(head[:], at); n < len(head) || head[0] != 0xff {
			return
		}
		marker := head[1]
		if marker == 0xff {
			at++
			continue
		}
		if marker >= 0xc0 && marker <= 0xc2 {
			h.layout.progressive = marker == 0xc2
			h.readSampling(r, at)
			return
		}
		at += 2 + int64(binary.BigEndian.Uint16(head[2:]))
	}
}

// readSampling reads the sampling factors of the first two components.
func (h *Header) readSampling(r io.ReaderAt, at int64) {
	var c [6]byte
	if n, _ := r.ReadAt(c[:], at+10); n < len(c) || c[4] == 0 {
		return
	}
	if h.layout.model == color.GrayModel {
		return
	}
	luma, chroma := c[1], c[4]
	if chroma>>4 > 0 && chroma&15 > 0 {
		h.layout.h = max(1, int(luma>>4)/int(chroma>>4))
		h.layout.v = max(1, int(luma&15)/int(chroma&15))
	}
}

// readAlpha looks whether a BMP or TIFF has a fourth channel, which their models do not tell.
func (h *Header) readAlpha(r io.ReaderAt) {
	switch h.Format {
	case GIF:
		h.layout.alpha = true
	case WebP:
		if f, err := firstFrame(r, h.size); err == nil && f != nil {
			h.layout.animated = true
			if f.alpha || f.lossless || !f.covers() {
				h.layout.model = color.NYCbCrAModel
			}
		}
		h.layout.alpha = h.layout.model != color.YCbCrModel
	case BMP:
		var head [30]byte
		_, _ = r.ReadAt(head[:], 0) // it was read before
		h.layout.alpha = head[28] == 32 && head[14] > 40
	case TIFF:
		h.readStrips(r)
	case PNG:
		h.layout.alpha = h.hasTransparentColour(r)
	}
}

// hasTransparentColour looks for a PNG's tRNS, which comes before the pixels.
func (h *Header) hasTransparentColour(r io.ReaderAt) bool {
	var head [8]byte
	for at := int64(8); ; at += 12 + int64(binary.BigEndian.Uint32(head[:])) {
		if n, _ := r.ReadAt(head[:], at); n < len(head) || string(head[4:]) == "IDAT" {
			return false
		}
		if string(head[4:]) == "tRNS" {
			return true
		}
	}
}

// readStrips looks in which pieces a TIFF is stored, and whether it has a fourth channel.
func (h *Header) readStrips(r io.ReaderAt) {
	t, _ := readTags(r, h.size)
	value := func(e tag) int64 {
		if e.kind == 3 && t.order == binary.BigEndian {
			return int64(e.value >> 16)
		}
		return int64(e.value)
	}
	w, rows := int64(h.layout.w), int64(h.layout.rows)
	for _, e := range t.entries {
		switch e.tag {
		case 258:
			h.layout.alpha = e.count == 4
		case 259:
			h.layout.compression = value(e)
		case 273, 324:
			h.layout.strips = min(int64(e.count), h.size/4)
		case 278, 323:
			rows = min(value(e), 1<<32)
		case 322:
			w = min(value(e), 1<<20)
		}
	}
	h.layout.strip = w * min(rows, max(int64(h.layout.rows), 1024))
}
