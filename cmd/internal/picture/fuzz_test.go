package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strconv"
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
	f.Fuzz(survives)
}

// TestMutated changes some bytes of files of every kind at random, mostly near the beginning, where
// formats keep what they claim. FuzzMake finds other ways in, given hours.
func TestMutated(t *testing.T) {
	rounds := 40
	if n, err := strconv.Atoi(os.Getenv("PICTURE_ROUNDS")); err == nil {
		rounds = n
	}
	r := rand.New(rand.NewPCG(3, 4))
	for kind, data := range kinds(t, noise(19, 13)) {
		for range rounds {
			mutant := bytes.Clone(data)
			for range 1 + r.IntN(4) {
				at := r.IntN(len(data))
				if r.IntN(3) > 0 {
					at = r.IntN(min(len(data), 700))
				}
				mutant[at] = byte(r.Uint32())
			}
			survives(t, mutant, uint8(r.Uint32()))
			if t.Failed() {
				t.Fatalf("a %s of %q", kind, mutant)
			}
		}
	}
}

// survives makes outputs of data, by a choice of sizes and formats.
func survives(t *testing.T, data []byte, choice uint8) {
	sizes := geometry(t, "50%", "10x", "150%", "x7!")
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
	for _, o := range outs {
		if back, err := ReadHeader(bytes.NewReader(o.Data)); err != nil || back.Format != o.Format {
			t.Errorf("the output is no %s: %v", o.Format, err)
		}
	}
}
