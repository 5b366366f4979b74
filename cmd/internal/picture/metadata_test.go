package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"
)

// profile returns a colour profile with a name, for colours of a kind, of some length.
func profile(name, kind string, length int) []byte {
	p := make([]byte, max(length, 200))
	binary.BigEndian.PutUint32(p, uint32(len(p)))
	copy(p[16:], kind)
	copy(p[36:], "acsp")
	binary.BigEndian.PutUint32(p[128:], 1)
	copy(p[132:], "desc")
	binary.BigEndian.PutUint32(p[136:], 144)
	binary.BigEndian.PutUint32(p[140:], uint32(12+len(name)))
	copy(p[144:], "desc\x00\x00\x00\x00")
	binary.BigEndian.PutUint32(p[152:], uint32(len(name)))
	copy(p[156:], name)
	return p
}

// loaded returns the metadata of a file.
func loaded(t testing.TB, data []byte) *metadata {
	t.Helper()
	h, err := ReadHeader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	m := &metadata{}
	r := bytes.NewReader(data)
	for _, b := range find(h.Format, r, int64(len(data))) {
		content, err := b.load(r)
		if err != nil {
			t.Fatal(err)
		}
		m.take(b, content, true)
	}
	return m
}

// TestMetadata takes a JPEG and a PNG with all kinds of metadata to both formats.
func TestMetadata(t *testing.T) {
	colours := to8Bits(sketch(40, 30, contents["photo"]))
	meta := &metadata{
		exif: exifOf(6, binary.LittleEndian), xmp: []byte("<x:xmpmeta/>"), comment: []byte("hello"),
		iptc: []byte("8BIM"), icc: profile("Wide", "RGB ", 150_000), // three segments
	}
	files := map[Format][]byte{
		JPEG: spliced(t, encodeJPEG(t, colours, 90), 2, meta.segments()...),
		PNG:  spliced(t, encodePNG(t, colours), 33, meta.chunks()...),
	}
	for from, data := range files {
		for _, to := range []Format{JPEG, PNG} {
			outs, err := (&Spec{Sizes: geometry(t, "10x"), Format: to}).Make(context.Background(), data)
			if err != nil {
				t.Fatal(err)
			}
			got := loaded(t, outs[0].Data)
			if want := exifOf(1, binary.LittleEndian); !bytes.Equal(got.exif, want) {
				t.Errorf("%s to %s: EXIF %q, want %q", from, to, got.exif, want)
			}
			if !bytes.Equal(got.xmp, meta.xmp) || !bytes.Equal(got.icc, meta.icc) {
				t.Errorf("%s to %s: XMP %q, a profile of %d bytes", from, to, got.xmp, len(got.icc))
			}
			if from == JPEG && to == JPEG && (string(got.comment) != "hello" || string(got.iptc) != "8BIM") {
				t.Errorf("comment %q, IPTC %q", got.comment, got.iptc)
			}
			checkStripped(t, data, to)
		}
	}
}

func checkStripped(t *testing.T, data []byte, to Format) {
	t.Helper()
	outs, err := (&Spec{Format: to, Strip: true}).Make(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	if outs[0].Width != 30 || outs[0].Height != 40 {
		t.Errorf("stripped: %dx%d, want it upright", outs[0].Width, outs[0].Height)
	}
	r := bytes.NewReader(outs[0].Data)
	if left := find(to, r, r.Size()); len(left) > 0 {
		t.Errorf("stripped, and yet %v", left)
	}
	if !strings.Contains(outs[0].Note, `"Wide" is stripped`) {
		t.Errorf("note %q", outs[0].Note)
	}
}

// TestMetadataLikeMogrify lets ImageMagick read what was kept.
func TestMetadataLikeMogrify(t *testing.T) {
	meta := &metadata{exif: exifOf(3, binary.BigEndian), icc: profile("Wide", "RGB ", 70_000)}
	data := spliced(t, encodeJPEG(t, to8Bits(sketch(40, 30, contents["photo"])), 90), 2, meta.segments()...)
	outs, err := (&Spec{Sizes: geometry(t, "50%")}).Make(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	again := loaded(t, transform(t, outs[0].Data, "-format", "jpg"))
	if !bytes.Equal(again.icc, meta.icc) {
		t.Errorf("mogrify finds a profile of %d bytes, want %d", len(again.icc), len(meta.icc))
	}
	if !bytes.Contains(again.exif, []byte("abc")) {
		t.Errorf("mogrify finds EXIF %q", again.exif)
	}
}

// TestProfileOfOtherColours wants a CMYK profile dropped, and said, since the output is RGB.
func TestProfileOfOtherColours(t *testing.T) {
	cmyk := transform(t, encodeJPEG(t, to8Bits(sketch(40, 30, contents["photo"])), 90), "-colorspace", "CMYK", "-format", "jpg")
	meta := &metadata{icc: profile("Coated", "CMYK", 500)}
	outs, err := (&Spec{Sizes: geometry(t, "10x")}).Make(context.Background(), spliced(t, cmyk, 2, meta.segments()...))
	if err != nil {
		t.Fatal(err)
	}
	if got := loaded(t, outs[0].Data); got.icc != nil || !strings.Contains(outs[0].Note, `"Coated" is left out`) {
		t.Errorf("a profile of %d bytes, note %q", len(got.icc), outs[0].Note)
	}
}

// TestBrokenMetadata wants a picture whose metadata is broken made without it.
func TestBrokenMetadata(t *testing.T) {
	plain := encodeJPEG(t, to8Bits(sketch(40, 30, contents["photo"])), 90)
	for name, content := range map[string]string{
		"EXIF too short":    exifName + "II*\x00",
		"EXIF far away":     exifName + "II*\x00\xff\xff\xff\x7f",
		"EXIF many tags":    exifName + "MM\x00*\x00\x00\x00\x08\xff\xff",
		"orientation of 99": exifName + string(exifOf(99, binary.BigEndian)),
		"nothing":           "",
	} {
		data := withSegment(plain, 0xe1, content)
		outs, err := (&Spec{Sizes: geometry(t, "10x")}).Make(context.Background(), data)
		if err != nil || outs[0].Width != 10 {
			t.Errorf("%s: %v", name, err)
		}
	}
	icc := withSegment(plain, 0xe2, iccName+"\x01\x01broken")
	outs, err := (&Spec{Sizes: geometry(t, "10x")}).Make(context.Background(), icc)
	if err != nil || !strings.Contains(outs[0].Note, "broken") {
		t.Errorf("a broken profile: %v, note %q", err, outs[0].Note)
	}
}
