package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

// A Header is what can be told of a picture without decoding it.
type Header struct {
	Format        Format
	Width, Height int // as stored; Upright turns them
	Orientation   int // EXIF's, 1 to 8: 1 is upright
	layout        layout
	size          int64 // of the file
	metaSize      int64 // of all metadata
	packed        int64 // what metadata may take when it is unpacked
}

// A layout is what a decoder's need of memory depends on, besides the size.
type layout struct {
	model       color.Model
	animated    bool  // a WebP
	progressive bool  // a JPEG that keeps all coefficients; a PNG that is interlaced
	h, v        int   // by how much a JPEG's chroma is smaller
	alpha       bool  // a GIF, WebP, BMP, TIFF or PNG that may be transparent by more than its model
	w, rows     int   // the picture's
	compression int64 // a TIFF's; 0 or 1 is none
	strips      int64
	strip       int64 // pixels of each
}

// Upright returns the width and the height of the picture as it is looked at.
func (h *Header) Upright() (w, height int) {
	if orientation(h.Orientation).swaps() {
		return h.Height, h.Width
	}
	return h.Width, h.Height
}

// ReadHeader tells what picture r holds: its format by content, its size, its orientation.
// It allocates no pixels. If r is an io.ReaderAt, as files are, ReadHeader reads the few
// places that it needs, from the file's beginning; otherwise it reads all of r. The error
// says what was found instead of a picture.
func ReadHeader(r io.Reader) (Header, error) {
	at, size, err := readerAt(r)
	if err != nil {
		return Header{}, err
	}
	return readHeader(at, size)
}

// readerAt gives r random access, and finds out how long it is.
func readerAt(r io.Reader) (io.ReaderAt, int64, error) {
	if at, ok := r.(io.ReaderAt); ok {
		if s, ok := r.(io.Seeker); ok {
			size, err := s.Seek(0, io.SeekEnd)
			if err == nil {
				_, err = s.Seek(0, io.SeekStart)
			}
			return at, size, err
		}
	}
	data, err := io.ReadAll(r)
	return bytes.NewReader(data), int64(len(data)), err
}

var configs = map[Format]func(io.Reader) (image.Config, error){
	JPEG: jpeg.DecodeConfig, PNG: png.DecodeConfig, GIF: gif.DecodeConfig,
	WebP: webp.DecodeConfig, BMP: configBMP, TIFF: tiff.DecodeConfig,
}

func readHeader(r io.ReaderAt, size int64) (h Header, err error) {
	head := make([]byte, min(size, 512))
	if n, err := r.ReadAt(head, 0); err != nil && n < len(head) {
		return h, fmt.Errorf("picture: %w", err)
	}
	if h.Format, err = sniff(head); err != nil {
		return h, err
	}
	h.size = size
	if h.Format == WebP && !wholeWebP(r, size) {
		return h, broken(h.Format, io.ErrUnexpectedEOF)
	}
	if h.Format == TIFF {
		if err := checkTIFF(r, size); err != nil {
			return h, err
		}
	}
	config, err := h.config(r)
	if err != nil {
		return h, broken(h.Format, err)
	}
	if config.Width <= 0 || config.Height <= 0 {
		return h, fmt.Errorf("picture: this %s has a size of %dx%d", h.Format.Name(), config.Width, config.Height)
	}
	h.Width, h.Height = config.Width, config.Height
	h.layout.model, h.layout.w, h.layout.rows = config.ColorModel, config.Width, config.Height
	h.readLayout(r)
	h.Orientation = int(h.readOrientation(r))
	return h, nil
}

// wholeWebP tells whether all chunks end within the file. The decoder allocates what they say.
func wholeWebP(r io.ReaderAt, size int64) bool {
	var head [8]byte
	for at := int64(12); at+8 <= size; {
		if n, _ := r.ReadAt(head[:], at); n < len(head) {
			return false
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		if length > size-at-8 {
			return false
		}
		at += 8 + length + length&1
	}
	return true
}

// config calls the decoder of the format, whose panics are errors.
func (h *Header) config(r io.ReaderAt) (c image.Config, err error) {
	defer recovered(&err)
	return configs[h.Format](io.NewSectionReader(r, 0, h.size))
}

// readOrientation looks through the metadata for EXIF, and sums up what there is.
func (h *Header) readOrientation(r io.ReaderAt) orientation {
	o := upright
	if h.Format == TIFF {
		o, _, _ = orientationOf(r, h.size)
	}
	for _, b := range find(h.Format, r, h.size) {
		h.metaSize += min(b.size, maxBlock) + 64
		if b.packed {
			h.packed += 4*min(maxProfile, 1032*b.size) + 64<<10
		}
		if b.kind == exif {
			o, _, _ = orientationOf(io.NewSectionReader(r, b.at, b.size), b.size)
		}
	}
	if h.metaSize > 0 {
		h.packed += 2 << 20 // a PNG's profile is packed
	}
	return o
}

// broken says what is wrong with a file of a known format.
func broken(f Format, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("picture: this %s ends too early", f.Name())
	}
	if unsupported(err) {
		return fmt.Errorf("picture: this %s is sound, but of a kind that is not read: %w", f.Name(), err)
	}
	return fmt.Errorf("picture: this %s is broken or unusual: %w", f.Name(), err)
}

// unsupported tells whether a decoder says that it does not know what a file has.
func unsupported(err error) bool {
	_, inJPEG := errors.AsType[jpeg.UnsupportedError](err)
	_, inPNG := errors.AsType[png.UnsupportedError](err)
	_, inTIFF := errors.AsType[tiff.UnsupportedError](err)
	return inJPEG || inPNG || inTIFF || errors.Is(err, bmp.ErrUnsupported)
}

// recovered makes a panic of a decoder an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the decoder panicked: %v", p)
	}
}
