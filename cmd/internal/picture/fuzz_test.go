package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"
)

// FuzzMake wants no panic, whatever a file holds, and at most half more memory than Memory says.
func FuzzMake(f *testing.F) {
	for _, data := range kinds(f, noise(19, 13)) {
		f.Add(data, uint8(3))
	}
	meta := metadata{exif: exifOf(6, binary.BigEndian), icc: profile("Wide", "RGB ", 300), xmp: []byte("<x/>")}
	m := to8Bits(noise(19, 13))
	f.Add(spliced(f, encodeJPEG(f, m, 50), 2, meta.segments()...), uint8(0))
	f.Add(spliced(f, encodePNG(f, m), 33, meta.chunks()...), uint8(1))
	sizes := geometry(f, "50%", "10x", "150%", "x7!")
	f.Fuzz(func(t *testing.T, data []byte, choice uint8) {
		s := Spec{
			MaxPixels: 1 << 20, Strip: choice&64 != 0, AsStored: choice&32 != 0,
			Sizes:  sizes[choice%4 : choice%4+1],
			Format: []Format{SameFormat, JPEG, PNG, SameFormat}[choice>>2&3],
		}
		var h Header
		var err error
		if got := allocated(func() { h, err = ReadHeader(bytes.NewReader(data)) }); got > 2<<20+8*int64(len(data)) {
			t.Errorf("ReadHeader allocates %d bytes", got)
		}
		if err != nil {
			return
		}
		var outs []Output
		got := allocated(func() { outs, err = s.Make(context.Background(), data) })
		if most := h.Memory(&s); got > max(most, 2<<20)*3/2 {
			t.Errorf("%s of %dx%d: %d bytes allocated, Memory says %d", h.Format, h.Width, h.Height, got, most)
		}
		if err != nil {
			return
		}
		for _, o := range outs {
			if back, err := ReadHeader(bytes.NewReader(o.Data)); err != nil || back.Format != o.Format {
				t.Errorf("the output is no %s: %v", o.Format, err)
			}
		}
	})
}
