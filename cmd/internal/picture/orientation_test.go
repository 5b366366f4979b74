package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"path/filepath"
	"testing"
)

// exifOf returns an EXIF block with an orientation and a maker's name, in either byte order.
func exifOf(o int, order binary.AppendByteOrder) []byte {
	b := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint16(b, 0x10f) // Make, "abc"
	b = order.AppendUint16(b, 2)
	b = order.AppendUint32(b, 4)
	b = append(b, "abc\x00"...)
	b = order.AppendUint16(b, 0x112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, uint16(o))
	b = order.AppendUint16(b, 0)
	return order.AppendUint32(b, 0)
}

// withSegment inserts a segment after the beginning of a JPEG.
func withSegment(jpeg []byte, marker byte, content string) []byte {
	n := len(content) + 2
	head := append([]byte{0xff, 0xd8, 0xff, marker, byte(n >> 8), byte(n)}, content...)
	return append(head, jpeg[2:]...)
}

// stored returns m as it is stored with an orientation: where each of its upright pixels lies,
// in the words of the EXIF standard, by its 0th row and 0th column.
func stored(m *image.NRGBA, o int) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if o >= 5 {
		out = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			var row, column int
			switch o {
			case 1: // row 0 is the top, column 0 the left side
				row, column = y, x
			case 2: // top, right
				row, column = y, w-1-x
			case 3: // bottom, right
				row, column = h-1-y, w-1-x
			case 4: // bottom, left
				row, column = h-1-y, x
			case 5: // left, top
				row, column = x, y
			case 6: // right, top
				row, column = w-1-x, y
			case 7: // right, bottom
				row, column = w-1-x, h-1-y
			case 8: // left, bottom
				row, column = x, h-1-y
			}
			out.SetNRGBA(column, row, m.NRGBAAt(x, y))
		}
	}
	return out
}

// TestOrientation stores a picture in all eight ways, in every format that can tell, and
// wants it upright, of its own size and smaller.
func TestOrientation(t *testing.T) {
	m := to8Bits(sketch(93, 57, contents["gradient"]))
	for o := 1; o <= 8; o++ {
		turned := stored(m, o)
		little, big := exifOf(o, binary.LittleEndian), exifOf(o, binary.BigEndian)
		meta := metadata{exif: little}
		files := map[string][]byte{
			"jpeg":     withSegment(encodeJPEG(t, turned, 100), 0xe1, exifName+string(little)),
			"jpeg big": withSegment(encodeJPEG(t, turned, 100), 0xe1, exifName+string(big)),
			"png":      spliced(t, encodePNG(t, turned), 33, meta.chunks()...),
			"tiff":     transform(t, encodePNG(t, turned), "-format", "tiff", "-orient", orientNames[o]),
		}
		for kind, data := range files {
			h, err := ReadHeader(bytes.NewReader(data))
			if err != nil || h.Orientation != o {
				t.Fatalf("%s: orientation %d, %v; want %d", kind, h.Orientation, err, o)
			}
			if w, height := h.Upright(); w != 93 || height != 57 {
				t.Errorf("%s %d: upright %dx%d", kind, o, w, height)
			}
			for _, format := range []Format{PNG, JPEG} {
				checkUpright(t, fmt.Sprint(kind, " ", o, " to ", format), data, m, format)
			}
		}
		// And as ImageMagick sees it.
		dir := t.TempDir()
		write(t, filepath.Join(dir, "in.jpg"), files["jpeg"])
		mogrify(t, "-format", "png", "-auto-orient", filepath.Join(dir, "in.jpg"))
		checkUpright(t, fmt.Sprint("mogrify ", o), files["jpeg"], open(t, filepath.Join(dir, "in.png")), PNG)
	}
}

var orientNames = []string{1: "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom"}

// spliced inserts parts into data.
func spliced(t testing.TB, data []byte, at int, parts ...[]byte) []byte {
	t.Helper()
	var p pieces
	if _, err := (&splice{to: &p, at: at, insert: parts}).Write(data); err != nil {
		t.Fatal(err)
	}
	return p.join()
}

func checkUpright(t *testing.T, what string, data []byte, want image.Image, f Format) {
	t.Helper()
	s := Spec{Sizes: geometry(t, "100%", "31x"), Format: f, Quality: 100}
	outs, err := s.Make(context.Background(), data)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	small, err := (&Spec{Sizes: geometry(t, "31x"), Format: PNG}).Make(context.Background(), encodePNG(t, want))
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range []image.Image{want, decoded(t, small[0].Data)} {
		got := decoded(t, outs[i].Data)
		if got.Bounds() != w.Bounds() {
			t.Fatalf("%s: %v, want %v", what, got.Bounds(), w.Bounds())
		}
		if db := psnr(got, w); db < 36 {
			t.Errorf("%s: %.1f dB from the upright picture", what, db)
		}
	}
	if h, err := ReadHeader(bytes.NewReader(outs[0].Data)); err != nil || h.Orientation != 1 {
		t.Errorf("%s: the output says orientation %d, %v", what, h.Orientation, err)
	}
}

func decoded(t testing.TB, data []byte) image.Image {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAsStored wants pixels and EXIF as they are, if told so.
func TestAsStored(t *testing.T) {
	m := to8Bits(sketch(40, 30, contents["photo"]))
	data := withSegment(encodeJPEG(t, m, 90), 0xe1, exifName+string(exifOf(6, binary.BigEndian)))
	s := Spec{Sizes: geometry(t, "20x"), AsStored: true}
	outs, err := s.Make(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	if outs[0].Width != 20 || outs[0].Height != 15 {
		t.Errorf("%dx%d, want 20x15", outs[0].Width, outs[0].Height)
	}
	if h, err := ReadHeader(bytes.NewReader(outs[0].Data)); err != nil || h.Orientation != 6 {
		t.Errorf("orientation %d, %v; want 6", h.Orientation, err)
	}
}
