package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"io"

	"golang.org/x/image/bmp"
)

// The decoder of x/image reads no runs and no headers of OS/2. So such a file gets the header of
// Windows 3, which says the same with a whole palette; runs are unpacked here.

// plainBMP returns a header that x/image reads, where the pixels are, and whether they are runs of RLE4
// or RLE8. The header is nil if the file has nothing that needs another one.
func plainBMP(r io.ReaderAt) (head []byte, at int64, runs uint32) {
	var b [14 + 40]byte
	n, _ := r.ReadAt(b[:], 0)
	le := binary.LittleEndian
	at, info := int64(le.Uint32(b[10:])), int64(le.Uint32(b[14:]))
	entry := int64(4) // bytes of a colour in the palette
	if info == 12 && n >= 14+12 {
		entry = 3
		w, h, bits := le.Uint16(b[18:]), le.Uint16(b[20:]), le.Uint16(b[24:])
		clear(b[18:])
		le.PutUint32(b[18:], uint32(w))
		le.PutUint32(b[22:], uint32(h))
		le.PutUint16(b[26:], 1)
		le.PutUint16(b[28:], bits)
	} else if n < len(b) {
		return nil, 0, 0
	}
	bits, packing := le.Uint16(b[28:]), le.Uint32(b[30:])
	if packing == 1 && bits == 8 || packing == 2 && bits == 4 {
		runs, bits = packing, 8
		le.PutUint16(b[28:], 8)
		le.PutUint32(b[30:], 0)
	}
	old := info == 12 || info == 64
	known := old || info == 40 || info == 52 || info == 56 || info == 108 || info == 124
	if !known || runs == 0 && !old || runs != 0 && int32(le.Uint32(b[22:])) < 0 {
		return nil, 0, 0
	}
	le.PutUint32(b[14:], 40)
	le.PutUint32(b[46:], 0) // all colours
	head = b[:]
	if bits <= 8 {
		colors := make([]byte, 4<<bits)
		have := max(0, min((at-14-info)/entry, 1<<bits))
		for i := range have {
			r.ReadAt(colors[4*i:4*i+3], 14+info+i*entry)
		}
		head = append(head, colors...)
	}
	le.PutUint32(head[10:], uint32(len(head)))
	return head, at, runs
}

func configBMP(r io.Reader) (image.Config, error) {
	if head, _, _ := plainBMP(r.(io.ReaderAt)); head != nil {
		r = bytes.NewReader(head)
	}
	return bmp.DecodeConfig(r)
}

func decodeBMP(data []byte) (image.Image, error) {
	head, at, runs := plainBMP(bytes.NewReader(data))
	if head == nil {
		return bmp.Decode(bytes.NewReader(data))
	}
	if at > int64(len(data)) {
		return nil, io.ErrUnexpectedEOF
	}
	if runs == 0 {
		return bmp.Decode(io.MultiReader(bytes.NewReader(head), bytes.NewReader(data[at:])))
	}
	c, err := bmp.DecodeConfig(bytes.NewReader(head))
	if err != nil {
		return nil, err
	}
	m := image.NewPaletted(image.Rect(0, 0, c.Width, c.Height), c.ColorModel.(color.Palette))
	return m, unpackRuns(m, data[at:], runs == 2)
}

// unpackRuns fills m from below by the codes of RLE8, or of RLE4 if nibbles. What the codes skip has
// colour 0, and what they place outside of the picture is dropped.
func unpackRuns(m *image.Paletted, codes []byte, nibbles bool) error {
	x, y := 0, m.Rect.Dy()-1
	put := func(n int, literal bool, colors []byte) {
		for i := range n {
			c := colors[0]
			if nibbles {
				if literal {
					c = colors[i/2]
				}
				c = c >> (4 * (1 - i&1)) & 15
			} else if literal {
				c = colors[i]
			}
			if x < m.Rect.Dx() && y >= 0 {
				m.Pix[y*m.Stride+x] = c
				x++
			}
		}
	}
	for len(codes) >= 2 && y >= 0 {
		n, code := int(codes[0]), codes[1]
		switch codes = codes[2:]; {
		case n > 0:
			put(n, false, []byte{code})
		case code == 0: // the line ends
			x, y = 0, y-1
		case code == 1: // the picture ends
			return nil
		case code == 2: // right and up
			if len(codes) < 2 {
				return io.ErrUnexpectedEOF
			}
			x, y, codes = x+int(codes[0]), y-int(codes[1]), codes[2:]
		default: // as many literal ones, in whole words
			size := int(code)
			if nibbles {
				size = (size + 1) / 2
			}
			if len(codes) < size {
				return io.ErrUnexpectedEOF
			}
			put(int(code), true, codes[:size])
			codes = codes[min(size+size&1, len(codes)):]
		}
	}
	if y > 0 || y == 0 && x < m.Rect.Dx() {
		return io.ErrUnexpectedEOF
	}
	return nil
}
