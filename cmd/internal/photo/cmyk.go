package photo

import (
	"bytes"
	"image"
	"image/jpeg"
)

// encodeCMYK writes a JPEG file with four colours, as printers get it. The scan of a gray
// file is also that of one colour of a file whose colours have scans of their own.
func encodeCMYK(inks [4]*image.Gray) ([]byte, error) {
	var out []byte
	for i, ink := range inks {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, ink, &jpeg.Options{Quality: 90}); err != nil {
			return nil, err
		}
		scan := bytes.Index(b.Bytes(), []byte{0xFF, 0xDA}) // nothing before it has these two bytes
		data := bytes.TrimSuffix(b.Bytes()[scan:], []byte{0xFF, 0xD9})
		data[5] = byte(i + 1) // which colour this scan has
		if i == 0 {
			out = withFourColours(b.Bytes()[:scan])
		}
		out = append(out, data...)
	}
	return append(out, 0xFF, 0xD9), nil
}

// withFourColours makes the head of a gray file that of a CMYK file, with Adobe's segment,
// which says that there is no transform.
func withFourColours(head []byte) []byte {
	frame := bytes.Index(head, []byte{0xFF, 0xC0})
	const grayFrame = 2 + 11 // marker, and a segment with one colour
	out := append([]byte{}, head[:frame]...)
	out = append(out, 0xFF, 0xC0, 0, 8+3*4)
	out = append(out, head[frame+4:frame+9]...) // precision, height, width
	out = append(out, 4)
	for i := range 4 {
		out = append(out, byte(i+1), 0x11, 0)
	}
	out = append(out, head[frame+grayFrame:]...)
	return withSegment(out, 0xEE, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))
}
