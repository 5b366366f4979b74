package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"strings"
	"testing"
)

// TestRefused wants an error that names what was found, for files that are no pictures.
func TestRefused(t *testing.T) {
	for content, want := range map[string]string{
		"":                                       "empty",
		"hello, world\n":                         "text",
		"\x00\x01\x02\x03\x04":                   "unknown format",
		"%PDF-1.7\n":                             "PDF",
		"\x00\x00\x00\x18ftypheic":               "HEIC",
		"\x00\x00\x00\x1cftypavif":               "AVIF",
		"<svg xmlns='x'>":                        "SVG",
		"<!DOCTYPE html><html>":                  "web page",
		"PK\x03\x04":                             "ZIP",
		"II+\x00\x08\x00\x00\x00":                "BigTIFF",
		"\xff\xd8\xff":                           "JPEG ends too early",
		"\x89PNG\r\n\x1a\n":                      "PNG ends too early",
		"GIF89a":                                 "GIF",
		"RIFF\x10\x00\x00\x00WEBPVP8 ":           "WebP",
		"BM\x00\x00\x00\x00\x00\x00\x00\x00\x00": "BMP ends too early",
		"II*\x00\x08\x00\x00\x00":                "TIFF",
	} {
		_, err := (&Spec{}).Make(context.Background(), []byte(content))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "picture: ") {
			t.Errorf("%q: %v, want an error with %q", content, err, want)
		}
		if _, err := ReadHeader(strings.NewReader(content)); err == nil {
			t.Errorf("%q has a header", content)
		}
	}
}

// TestTruncated cuts files of every kind at many places, and wants an error, or for those
// that lack only what is behind the pixels, a picture.
func TestTruncated(t *testing.T) {
	for kind, data := range kinds(t, noise(61, 47)) {
		for _, n := range []int{len(data) / 10, len(data) / 2, len(data) * 9 / 10} {
			outs, err := (&Spec{Sizes: geometry(t, "50%")}).Make(context.Background(), data[:n])
			if err == nil && !strings.HasPrefix(kind, "tiff") {
				t.Errorf("%s with %d of %d bytes: %dx%d, want an error", kind, n, len(data), outs[0].Width, outs[0].Height)
			}
		}
	}
}

// TestBombs wants small files that claim much refused before anything is allocated.
func TestBombs(t *testing.T) {
	small := image.NewGray(image.Rect(0, 0, 8, 8))
	png, jpeg := encodePNG(t, small), encodeJPEG(t, small, 80)
	binary.BigEndian.PutUint32(png[16:], 30000)
	binary.BigEndian.PutUint32(png[20:], 30000)
	binary.BigEndian.PutUint32(png[29:], crcOf(png[12:29]))
	i := bytes.Index(jpeg, []byte{0xff, 0xc0})
	copy(jpeg[i+5:], "\xff\xdc\xff\xdc")
	vp8 := transform(t, encodePNG(t, small), "-format", "webp")
	binary.LittleEndian.PutUint32(vp8[4:], 15<<20+12)
	binary.LittleEndian.PutUint32(vp8[16:], 15<<20)
	for name, data := range map[string][]byte{"png": png, "jpeg": jpeg, "webp": vp8} {
		for _, limit := range []int64{0, 1 << 40} {
			s := Spec{MaxPixels: limit}
			var err error
			got := allocated(func() { _, err = s.Make(context.Background(), data) })
			if err == nil || got > 1<<20 {
				t.Errorf("%s, at most %d pixels: %v, after %d bytes", name, limit, err, got)
			}
		}
	}
	var s Spec
	if h, err := ReadHeader(bytes.NewReader(png)); err != nil {
		t.Error(err)
	} else if _, err := s.Plan(h); err == nil || !strings.Contains(err.Error(), "900000000 pixels") {
		t.Errorf("Plan: %v", err)
	}
	s.Sizes = geometry(t, "100000x100000!")
	if _, err := s.Make(context.Background(), encodePNG(t, small)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a huge output: %v", err)
	}
	wide := Header{Format: PNG, Width: 70000, Height: 2, Orientation: 1}
	want := "70000x2 is too large; a JPEG's side is at most 65535"
	if _, err := (&Spec{Format: JPEG}).Plan(wide); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("a wide picture as a JPEG of its own size: %v, want %q", err, want)
	}
}

// TestMislabelled wants the content to decide.
func TestMislabelled(t *testing.T) {
	h, err := ReadHeader(bytes.NewReader(encodePNG(t, image.NewGray(image.Rect(0, 0, 8, 8)))))
	if err != nil || h.Format != PNG {
		t.Errorf("%v, %v", h.Format, err)
	}
}

// TestReadHeaderOfStream wants the same of a reader without random access, and an error of
// the reader to come out.
func TestReadHeaderOfStream(t *testing.T) {
	for kind, data := range kinds(t, noise(20, 10)) {
		a, err := ReadHeader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(kind, err)
		}
		b, err := ReadHeader(io.MultiReader(bytes.NewReader(data)))
		if err != nil || a.Format != b.Format || a.Width != 20 || a.Height != 10 || b.Width != 20 || b.Height != 10 {
			t.Errorf("%s: %v and %v, %v", kind, a, b, err)
		}
		var s Spec
		plan, err := s.Plan(a)
		if err != nil {
			t.Fatal(err)
		}
		outs, err := s.Make(context.Background(), data)
		if err != nil || outs[0].Format != plan[0].Format || outs[0].Width != plan[0].Width {
			t.Errorf("%s: made %v, planned %v, %v", kind, outs[0].Format, plan[0].Format, err)
		}
	}
	broken := errors.New("no disk")
	if _, err := ReadHeader(io.MultiReader(failing{broken})); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestCancelled wants the cause of a context that has ended.
func TestCancelled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if _, err := (&Spec{}).Make(ctx, encodePNG(t, noise(10, 10))); !errors.Is(err, cause) {
		t.Errorf("%v, want %v", err, cause)
	}
}

// TestDecoderPanics wants a panic of a decoder to be an error, from the header as from the pixels.
func TestDecoderPanics(t *testing.T) {
	data := encodePNG(t, noise(4, 4))
	config, decoder := configs[PNG], decoders[PNG]
	defer func() { configs[PNG], decoders[PNG] = config, decoder }()
	decoders[PNG] = func([]byte) (image.Image, error) { panic("index out of range") }
	if _, err := (&Spec{}).Make(context.Background(), data); err == nil || !strings.Contains(err.Error(), "panicked: index") {
		t.Errorf("pixels: %v", err)
	}
	configs[PNG] = func(io.Reader) (image.Config, error) { panic("index out of range") }
	if _, err := ReadHeader(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "panicked: index") {
		t.Errorf("header: %v", err)
	}
}
