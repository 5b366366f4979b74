package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/skua-go/skua/cmd/internal/jpegscale"
	"golang.org/x/image/tiff"
)

var decoders = map[Format]func(data []byte) (image.Image, error){
	JPEG: reading(jpeg.Decode), PNG: reading(png.Decode), GIF: reading(gif.Decode),
	WebP: decodeWebP, BMP: decodeBMP, TIFF: reading(tiff.Decode),
}

func reading(decode func(io.Reader) (image.Image, error)) func(data []byte) (image.Image, error) {
	return func(data []byte) (image.Image, error) { return decode(bytes.NewReader(data)) }
}

// decodeScaled returns the pixels of a JPEG with both sides divided by each of scales and rounded up; none if
// the file can be decoded only whole, by image/jpeg, which is also the one that knows what is wrong with it.
func decodeScaled(h Header, data []byte, scales []int) (all []image.Image) {
	if h.Format != JPEG || int64(len(data)) < h.leastSize() {
		return nil
	}
	var err error
	func() {
		defer recovered(&err)
		all, err = jpegscale.Decode(data, scales...)
	}()
	for k, m := range all {
		if b := image.Rect(0, 0, (h.Width+scales[k]-1)/scales[k], (h.Height+scales[k]-1)/scales[k]); m.Bounds() != b {
			return nil
		}
	}
	if err != nil {
		return nil
	}
	return all
}

// decode returns the pixels of a picture whose header was read and found small enough.
func decode(h Header, data []byte) (m image.Image, err error) {
	if need := h.leastSize(); int64(len(data)) < need {
		return nil, fmt.Errorf("picture: this %s has %d bytes, too few for %dx%d: at least %d", h.Format.Name(), len(data), h.Width, h.Height, need)
	}
	func() {
		defer recovered(&err)
		m, err = decoders[h.Format](data)
	}()
	if err != nil {
		return nil, broken(h.Format, err)
	}
	if b := m.Bounds(); h.Format != GIF && (b.Dx() != h.Width || b.Dy() != h.Height) {
		return nil, fmt.Errorf("picture: this %s says %dx%d and holds %dx%d", h.Format.Name(), h.Width, h.Height, b.Dx(), b.Dy())
	}
	return m, nil
}

// leastSize is a lower bound of the bytes that a file with this header has, so that a file of
// a hundred bytes cannot claim a gigabyte of memory. Lossless WebP and TIFF's fax codes
// may take no bits at all for a pixel: there only MaxPixels helps.
func (h Header) leastSize() int64 {
	n := int64(h.Width) * int64(h.Height)
	switch h.Format {
	case JPEG: // a bit for each block of 8x8
		return n / 64 / 8
	case PNG: // deflate's best, a 1032nd, at one bit a pixel
		return n / 8 / 1032
	case BMP: // a run of 255 pixels in two bytes
		return n / 128
	}
	return 0
}
