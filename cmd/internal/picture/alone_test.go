package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"testing"
)

// TestAlone wants a picture that keeps its pixels to be the input, but without what follows it.
func TestAlone(t *testing.T) {
	m := to8Bits(sketch(40, 30, contents["photo"]))
	for kind, data := range map[string][]byte{
		"jpeg": encodeJPEG(t, m, 80), "png": encodePNG(t, m),
		"jpeg progressive": transform(t, encodeJPEG(t, m, 80), "-interlace", "Plane", "-format", "jpg"),
		"jpeg with a film": withSegment(encodeJPEG(t, m, 80), 0xe1, xmpName+"<x/>"),
	} {
		for _, tail := range []string{"", "payload", "\xff\xd9", string(encodeJPEG(t, m, 20))} {
			got := mustMake(t, Spec{Sizes: geometry(t, "800x600>")}, append(bytes.Clone(data), tail...))[0].Data
			if !bytes.Equal(got, data) {
				t.Errorf("%s and %d bytes behind it: %d bytes, want the first %d", kind, len(tail), len(got), len(data))
			}
		}
	}
	plain := encodeJPEG(t, m, 80)
	many := append(withSegment(plain, 0xe2, "MPF\x00II*\x00"), plain...)
	if got := mustMake(t, Spec{}, many)[0].Data; !bytes.Equal(got, plain) {
		t.Errorf("a JPEG that says where the second one is, and that: %d bytes, want %d", len(got), len(plain))
	}
	still := encodePNG(t, m)
	var moving []byte
	for _, c := range []metadataChunk{{"acTL", make([]byte, 8)}, {"fcTL", make([]byte, 26)}} {
		moving = append(moving, c.bytes()...)
	}
	end := metadataChunk{"fdAT", []byte("frame")}.bytes()
	at := len(still) - 12 // IEND
	animated := bytes.Join([][]byte{still[:33], moving, still[33:at], end, still[at:]}, nil)
	if got := mustMake(t, Spec{}, animated)[0].Data; !bytes.Equal(got, still) {
		t.Errorf("an animated PNG: %d bytes, want the %d of its picture", len(got), len(still))
	}
}

type metadataChunk struct {
	name    string
	content []byte
}

func (c metadataChunk) bytes() []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(c.content))), c.name...)
	b = append(b, c.content...)
	return binary.BigEndian.AppendUint32(b, crcOf(b[4:]))
}

// exifWithThumbnail has a directory of EXIF with the size of the pixels, and a thumbnail at its end.
func exifWithThumbnail(order binary.AppendByteOrder, thumb []byte) []byte {
	b := exifOf(6, order)[:8]
	entry := func(tag, kind uint16, value uint32) {
		b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, tag), kind), 1)
		if kind == 3 {
			b = order.AppendUint16(order.AppendUint16(b, uint16(value)), 0)
		} else {
			b = order.AppendUint32(b, value)
		}
	}
	const first, own, second = 8, 8 + 2 + 2*12 + 4, 8 + 2*(2+2*12+4)
	b = order.AppendUint16(b, 2)
	entry(0x112, 3, 6)
	entry(exifIFD, 4, own)
	b = order.AppendUint16(order.AppendUint32(b, second), 2)
	entry(pixelWidth, 4, 4000)
	entry(pixelHeight, 3, 3000)
	b = order.AppendUint16(order.AppendUint32(b, 0), 2)
	entry(thumbAt, 4, second+2+2*12+4)
	entry(thumbSize, 4, uint32(len(thumb)))
	return append(order.AppendUint32(b, 0), thumb...)
}

// TestThumbnail wants the EXIF of other pixels with their size, and without the thumbnail.
func TestThumbnail(t *testing.T) {
	m := to8Bits(sketch(40, 30, contents["photo"]))
	thumb := encodeJPEG(t, image.NewGray(image.Rect(0, 0, 16, 12)), 50)
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		exif := exifWithThumbnail(order, thumb)
		data := spliced(t, encodeJPEG(t, m, 80), 2, (&metadata{exif: exif}).segments()...)
		for _, out := range mustMake(t, Spec{Sizes: geometry(t, "100%", "50%")}, data) {
			got := loaded(t, out.Data).exif
			read := binary.ByteOrder(binary.LittleEndian)
			if exif[0] == 'M' {
				read = binary.BigEndian
			}
			if bytes.Contains(out.Data, thumb) || len(got) != len(exif)-len(thumb) || read.Uint32(got[34:]) != 0 {
				t.Errorf("%v, %dx%d: the thumbnail is there: %q", order, out.Width, out.Height, got)
			}
			w, h := read.Uint32(got[48:]), read.Uint16(got[60:])
			if w != uint32(out.Width) || h != uint16(out.Height) {
				t.Errorf("%v, %dx%d: EXIF says %dx%d", order, out.Width, out.Height, w, h)
			}
		}
		for n := range exif { // whatever is cut or broken in it
			ofPixels(exif[:n], 1, 1)
			broken := bytes.Clone(exif)
			broken[n] = 0xff
			ofPixels(broken, 1, 1)
		}
	}
}
