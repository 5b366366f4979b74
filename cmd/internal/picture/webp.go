package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"

	"golang.org/x/image/webp"
)

// decodeWebP returns the pixels of a WebP, of an animation those of its first frame on the canvas.
func decodeWebP(data []byte) (image.Image, error) {
	f, err := firstFrame(bytes.NewReader(data), int64(len(data)))
	switch {
	case err != nil:
		return nil, err
	case f == nil:
		m, err := webp.Decode(bytes.NewReader(data))
		return fullRange(m), err
	case !f.at.In(image.Rectangle{Max: f.canvas}):
		return nil, fmt.Errorf("its first frame at %v does not fit on its canvas of %v", f.at, f.canvas)
	}
	m, err := webp.Decode(io.MultiReader(bytes.NewReader(f.head()), bytes.NewReader(data[f.from:f.end])))
	if err != nil || f.covers() {
		return fullRange(m), err
	}
	canvas := image.NewNRGBA(image.Rectangle{Max: f.canvas})
	draw.Draw(canvas, f.at, fullRange(m), m.Bounds().Min, draw.Src)
	return canvas, nil
}

// fullRange makes of the planes of a lossy WebP what image.YCbCr means. WebP has Y from 16 to 235 and
// Cb and Cr from 16 to 240, and x/image/webp leaves them so (golang/go#40173).
func fullRange(m image.Image) image.Image {
	var luma, chroma [256]uint8
	for i := range 256 {
		luma[i] = stretched((i-16)*255, 219, 0)
		chroma[i] = stretched((i-128)*255, 224, 128)
	}
	var planes *image.YCbCr
	switch m := m.(type) {
	case *image.YCbCr:
		planes = m
	case *image.NYCbCrA:
		planes = &m.YCbCr
	default:
		return m
	}
	for i, y := range planes.Y {
		planes.Y[i] = luma[y]
	}
	for i, cb := range planes.Cb {
		planes.Cb[i], planes.Cr[i] = chroma[cb], chroma[planes.Cr[i]]
	}
	return m
}

// stretched returns n/d+add, rounded, of what a byte can hold.
func stretched(n, d, add int) uint8 {
	return uint8(min(max((2*n+2*d*add+d)/(2*d), 0), 255))
}

// A frame is the first of an animation.
type frame struct {
	canvas    image.Point
	at        image.Rectangle
	from, end int64 // of its chunks in the file
	alpha     bool  // a chunk ALPH is among them
	lossless  bool
}

func (f *frame) covers() bool { return f.at == image.Rectangle{Max: f.canvas} }

// head begins a file that has only the frame. It says the frame's size, which the decoder compares with
// that in the frame's data before it allocates pixels.
func (f *frame) head() []byte {
	var flags byte
	if f.alpha {
		flags = 1 << 4
	}
	b := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+18+f.end-f.from))
	b = append(b, "WEBPVP8X\x0a\x00\x00\x00"...)
	b = append(b, flags, 0, 0, 0)
	b = append(b, bytes24(f.at.Dx()-1)...)
	return append(b, bytes24(f.at.Dy()-1)...)
}

func bytes24(n int) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16)} }

func int24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// firstFrame returns the first frame of an animation, nil if the WebP is none. All chunks end within
// the file.
func firstFrame(r io.ReaderAt, size int64) (*frame, error) {
	const fixed = 16 // bytes of a frame before its chunks
	var head [8 + fixed]byte
	_, _ = r.ReadAt(head[:18], 12)
	if string(head[:4]) != "VP8X" || head[8]&2 == 0 {
		return nil, nil
	}
	f := &frame{canvas: image.Pt(int24(head[12:])+1, int24(head[15:])+1)}
	for at := int64(12); ; {
		n, _ := r.ReadAt(head[:], at)
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		switch {
		case n < len(head) || string(head[:4]) == "ANMF" && length < fixed:
			return nil, errors.New("an animation without a frame")
		case string(head[:4]) != "ANMF":
			at += 8 + length + length&1
			continue
		}
		corner := image.Pt(2*int24(head[8:]), 2*int24(head[11:]))
		f.at = image.Rectangle{corner, corner.Add(image.Pt(int24(head[14:])+1, int24(head[17:])+1))}
		f.from, f.end = at+8+fixed, at+8+length
		f.look(r)
		return f, nil
	}
}

// look finds out what the frame consists of.
func (f *frame) look(r io.ReaderAt) {
	var head [8]byte
	for at := f.from; at+8 <= f.end; {
		if n, _ := r.ReadAt(head[:], at); n < len(head) {
			return
		}
		f.alpha = f.alpha || string(head[:4]) == "ALPH"
		f.lossless = f.lossless || string(head[:4]) == "VP8L"
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		at += 8 + length + length&1
	}
}
