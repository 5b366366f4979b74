package picture

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"testing"
)

// The bytes are built by Microsoft's and IBM's descriptions of the format.
func bmpFile(t *testing.T, info, palette, pixels []byte) []byte {
	t.Helper()
	b := append([]byte("BM"), make([]byte, 12)...)
	binary.LittleEndian.PutUint32(b[10:], uint32(14+len(info)+len(palette)))
	return append(append(append(b, info...), palette...), pixels...)
}

func windowsInfo(size, w, h, bits, packing, colors byte) []byte {
	b := make([]byte, size)
	b[0], b[4], b[8], b[12], b[14], b[16], b[32] = size, w, h, 1, bits, packing, colors
	return b
}

func TestBMPOfRunsAndOS2(t *testing.T) {
	// Black, white, grey and red, in the order of a BMP: blue first.
	four := []byte{0, 0, 0, 0, 255, 255, 255, 0, 128, 128, 128, 0, 0, 0, 255, 0}
	three := []byte{0, 0, 0, 255, 255, 255, 128, 128, 128, 0, 0, 255}
	for name, data := range map[string][]byte{
		"RLE8": bmpFile(t, windowsInfo(40, 4, 2, 8, 1, 4), four,
			[]byte{0, 4, 0, 1, 2, 3, 0, 0, 2, 3, 1, 2, 1, 1, 0, 1}),
		"RLE8 that skips": bmpFile(t, windowsInfo(40, 4, 2, 8, 1, 4), four,
			[]byte{0, 2, 1, 0, 0, 3, 1, 2, 3, 0, 0, 0, 2, 3, 1, 2, 1, 1, 0, 1}),
		"RLE4": bmpFile(t, windowsInfo(40, 4, 2, 4, 2, 4), four,
			[]byte{0, 4, 0x01, 0x23, 0, 0, 2, 0x33, 2, 0x21, 0, 1}),
		"OS/2 1":        bmpFile(t, []byte{12, 0, 0, 0, 4, 0, 2, 0, 1, 0, 8, 0}, three, []byte{0, 1, 2, 3, 3, 3, 2, 1}),
		"OS/2 2":        bmpFile(t, windowsInfo(64, 4, 2, 8, 0, 4), four, []byte{0, 1, 2, 3, 3, 3, 2, 1}),
		"OS/2 2 of RLE": bmpFile(t, windowsInfo(64, 4, 2, 8, 1, 4), four, []byte{1, 0, 1, 1, 1, 2, 1, 3, 0, 0, 2, 3, 1, 2, 1, 1, 0, 1}),
		"OS/2 1 of 24 bits": bmpFile(t, []byte{12, 0, 0, 0, 4, 0, 2, 0, 1, 0, 24, 0}, nil, []byte{
			0, 0, 0, 255, 255, 255, 128, 128, 128, 0, 0, 255, 0, 0, 255, 0, 0, 255, 128, 128, 128, 255, 255, 255}),
	} {
		h, err := ReadHeader(bytes.NewReader(data))
		if err != nil || h.Width != 4 || h.Height != 2 {
			t.Errorf("%s: header %dx%d, %v", name, h.Width, h.Height, err)
			continue
		}
		m, err := decode(h, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		colors := []color.RGBA{{0, 0, 0, 255}, {255, 255, 255, 255}, {128, 128, 128, 255}, {255, 0, 0, 255}}
		for i, c := range []int{3, 3, 2, 1, 0, 1, 2, 3} {
			if got := color.RGBAModel.Convert(m.At(i%4, i/4)); got != colors[c] {
				t.Errorf("%s: pixel %d,%d is %v, want %v", name, i%4, i/4, got, colors[c])
			}
		}
	}
}

func TestBMPOfRunsCutOff(t *testing.T) {
	data := bmpFile(t, windowsInfo(40, 4, 2, 8, 1, 0), nil, []byte{0, 4, 0, 1, 2, 3, 0, 0, 2, 3})
	h, err := ReadHeader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decode(h, data); err == nil || err.Error() != "picture: this BMP ends too early" {
		t.Errorf("a cut-off BMP gives %v", err)
	}
}

// TestBMPOfUnknownHeader wants that runs behind a header of a size that nobody defined are refused by
// the header, as pixels without runs are: where the palette begins would be a guess.
func TestBMPOfUnknownHeader(t *testing.T) {
	for _, size := range []uint32{0, 13, 39, 41, 1 << 20, 1<<32 - 1} {
		data := bmpFile(t, windowsInfo(40, 4, 2, 8, 1, 0), nil, []byte{0, 1})
		binary.LittleEndian.PutUint32(data[14:], size)
		if _, err := ReadHeader(bytes.NewReader(data)); err == nil {
			t.Errorf("a BMP with a header of %d bytes is read", size)
		}
	}
}

func FuzzBMP(f *testing.F) {
	f.Add(bmpFile(&testing.T{}, windowsInfo(40, 4, 2, 8, 1, 0), nil, []byte{0, 4, 0, 1, 2, 3, 0, 2, 9, 9}))
	f.Add(bmpFile(&testing.T{}, windowsInfo(64, 4, 2, 4, 2, 0), nil, []byte{0, 5, 0x01, 0x23, 9, 0, 2, 3}))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := readHeader(bytes.NewReader(data), int64(len(data)))
		if err == nil && h.Format == BMP && h.Width*h.Height < 1<<20 {
			if m, err := decodeBMP(data); err == nil && (m.Bounds().Dx() != h.Width || m.Bounds().Dy() != h.Height) {
				t.Errorf("the header says %dx%d, the pixels are %v", h.Width, h.Height, m.Bounds())
			}
		}
	})
}
