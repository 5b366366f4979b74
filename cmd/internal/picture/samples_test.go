package picture

import (
	"bytes"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// noise is the content of which encoders make the longest files.
func noise(w, h int) *image.NRGBA64 {
	m := image.NewNRGBA64(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
	for i := range m.Pix {
		m.Pix[i] = byte(r.Uint32())
	}
	return m
}

func opaque(m *image.NRGBA64) *image.NRGBA64 {
	m = &image.NRGBA64{Pix: bytes.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
	for i := 6; i < len(m.Pix); i += 8 {
		m.Pix[i], m.Pix[i+1] = 255, 255
	}
	return m
}

// kinds are the files that m is stored in: every format and layout that is read.
func kinds(t testing.TB, m *image.NRGBA64) map[string][]byte {
	t.Helper()
	solid := opaque(m)
	gray, gray16, indexed := image.NewGray(m.Rect), image.NewGray16(m.Rect), image.NewPaletted(m.Rect, palette.Plan9)
	draw.Draw(gray, m.Rect, solid, m.Rect.Min, draw.Src)
	draw.Draw(gray16, m.Rect, solid, m.Rect.Min, draw.Src)
	draw.Draw(indexed, m.Rect, solid, m.Rect.Min, draw.Src)
	clear := image.NewPaletted(m.Rect, append(color.Palette{color.Transparent}, palette.Plan9[:255]...))
	copy(clear.Pix, indexed.Pix)
	solid8 := to8Bits(solid)
	all := map[string][]byte{
		"jpeg":      encodeJPEG(t, solid8, 97),
		"jpeg gray": encodeJPEG(t, gray, 90),
		"png":       encodePNG(t, solid8), "png alpha": encodePNG(t, to8Bits(m)),
		"png16": encodePNG(t, solid), "png16 alpha": encodePNG(t, m),
		"png gray": encodePNG(t, gray), "png gray16": encodePNG(t, gray16),
		"png palette": encodePNG(t, indexed), "png palette alpha": encodePNG(t, clear),
	}
	encode := func(name string, f func(b *bytes.Buffer) error) {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(name, err)
		}
		all[name] = b.Bytes()
	}
	encode("gif", func(b *bytes.Buffer) error { return gif.Encode(b, indexed, nil) })
	encode("gif clear", func(b *bytes.Buffer) error { return gif.Encode(b, clear, nil) })
	for name, m := range map[string]image.Image{"": solid8, " alpha": to8Bits(m), " palette": indexed, " gray": gray} {
		encode("bmp"+name, func(b *bytes.Buffer) error { return bmp.Encode(b, m) })
	}
	for name, m := range map[string]image.Image{"": solid8, " alpha": to8Bits(m), " palette": indexed, " gray": gray, "16": m, " gray16": gray16} {
		encode("tiff"+name, func(b *bytes.Buffer) error { return tiff.Encode(b, m, nil) })
		encode("tiff deflate"+name, func(b *bytes.Buffer) error {
			return tiff.Encode(b, m, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
		})
	}
	for name, args := range byMogrify {
		all[name] = transform(t, all[args[0]], args[1:]...)
	}
	return all
}

// byMogrify are kinds that Go does not write: of which other they are made, and how.
var byMogrify = map[string][]string{
	"jpeg progressive": {"jpeg", "-interlace", "Plane", "-format", "jpg"},
	"jpeg 444":         {"jpeg", "-sampling-factor", "1x1", "-format", "jpg"},
	"jpeg 422":         {"jpeg", "-sampling-factor", "2x1", "-interlace", "Plane", "-format", "jpg"},
	"jpeg 440":         {"jpeg", "-sampling-factor", "1x2", "-format", "jpg"},
	"jpeg cmyk":        {"jpeg", "-colorspace", "CMYK", "-format", "jpg"},
	"jpeg cmyk prog":   {"jpeg", "-colorspace", "CMYK", "-interlace", "Plane", "-format", "jpg"},
	"jpeg rgb":         {"jpeg", "-colorspace", "sRGB", "-define", "jpeg:colorspace=RGB", "-format", "jpg"},
	"png interlaced":   {"png", "-interlace", "PNG", "-format", "png"},
	"png16 interlaced": {"png16 alpha", "-interlace", "PNG", "-format", "png"},
	"webp":             {"png", "-quality", "80", "-format", "webp"},
	"webp alpha":       {"png alpha", "-quality", "80", "-format", "webp"},
	"webp lossless":    {"png", "-define", "webp:lossless=true", "-format", "webp"},
	"tiff lzw":         {"png", "-compress", "LZW", "-format", "tiff"},
	"tiff packbits":    {"png", "-compress", "RLE", "-format", "tiff"},
	"tiff tiles":       {"png", "-compress", "Zip", "-define", "tiff:tile-geometry=64x64", "-format", "tiff"},
}

// transform returns a file as mogrify changes it.
func transform(t testing.TB, data []byte, args ...string) []byte {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in"), data)
	to := filepath.Join(dir, "to")
	if err := os.Mkdir(to, 0o777); err != nil {
		t.Fatal(err)
	}
	mogrify(t, append(append([]string{"-path", to}, args...), filepath.Join(dir, "in"))...)
	files, err := os.ReadDir(to)
	if err != nil || len(files) == 0 {
		t.Fatalf("mogrify %q wrote nothing: %v", args, err)
	}
	out, err := os.ReadFile(filepath.Join(to, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// crcOf is the checksum of a PNG's chunk, of its name and content.
func crcOf(b []byte) uint32 { return crc32.ChecksumIEEE(b) }
