package photo

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

// small is a set with each format, orientation and variant of PNG.
var small = Set{Files: 60, Seed: 1, Least: 0.02, Most: 0.1}

// Each file is a picture of its scene, of the format and size that the plan says.
func TestFilesShowTheirScenes(t *testing.T) {
	for _, f := range small.Plan() {
		data, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		m, format, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if size := m.Bounds().Size(); format != f.Format || size != image.Pt(f.Width, f.Height) {
			t.Errorf("%s: %s of %v; want %s of %d×%d", f.Name, format, size, f.Format, f.Width, f.Height)
		}
		// A palette of 216 colours is 20 levels off; noise costs a poor JPEG file some.
		if d := difference(m, Scene(f.Seed, f.Width, f.Height)); d > 25 || d > 9 && f.Format != GIF {
			t.Errorf("%s: the brightness is %.1f levels off", f.Name, d)
		}
	}
}

// difference is the mean absolute difference of brightness; that behind transparency counts
// as opaque.
func difference(m image.Image, scene *image.YCbCr) float64 {
	sum := 0.0
	for y := range scene.Rect.Dy() {
		for x := range scene.Rect.Dx() {
			r, g, b, a := m.At(x, y).RGBA()
			light := (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / float64(a) * 255
			sum += math.Abs(light - float64(scene.YCbCrAt(x, y).Y))
		}
	}
	return sum / float64(scene.Rect.Dx()*scene.Rect.Dy())
}

// The files are as large as those of cameras.
func TestBytesPerPixel(t *testing.T) {
	bytes, pixels := 0, 0
	for _, f := range (Set{Files: 12, Seed: 3, Least: 0.3, Most: 1, OnlyJPEG: true}).Plan() {
		data, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		bytes += len(data)
		pixels += f.Width * f.Height
	}
	if each := float64(bytes) / float64(pixels); each < 0.25 || each > 0.6 {
		t.Errorf("%.2f bytes a pixel; want 0.25 to 0.6", each)
	}
}

// A file depends on the seed and its number only.
func TestSameSeedSameFiles(t *testing.T) {
	a, b := small.Plan(), Set{Files: 7, Seed: 1, Least: 0.02, Most: 0.1}.Plan()
	if !slices.Equal(a[:7], b) {
		t.Errorf("a smaller set has other files:\n%+v\n%+v", a[:7], b)
	}
	first, err := a[0].Encode()
	again, _ := b[0].Encode()
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("%v: the same file has other bytes", err)
	}
	if other := (Set{Files: 1, Seed: 2}).Plan()[0]; other.Seed == a[0].Seed {
		t.Error("another seed makes the same scene")
	}
	seen := map[int]bool{}
	for _, f := range a {
		seen[f.Orientation] = true
	}
	if len(seen) != 9 {
		t.Errorf("orientations %v; want 0 to 8", seen)
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	set := Set{Files: 5, Least: 0.01, Most: 0.02, PerRoll: 2}
	if err := Write(t.Context(), dir, set.Plan(), nil); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "roll-0[123]", "photo-000[1-5].*"))
	if err != nil || len(files) != 5 {
		t.Errorf("%v: %q", err, files)
	}
	if err := Write(t.Context(), filepath.Join(files[0], "below-a-file"), set.Plan(), nil); err == nil {
		t.Error("no error for a directory that cannot be made")
	}
}

// The decoders at hand make of the broken files what Broken expects.
func TestBrokenFiles(t *testing.T) {
	dir := t.TempDir()
	list, err := Broken(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range list {
		name := filepath.Join(dir, string(b.Name))
		if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			continue // opening it would wait
		}
		err := decode(name)
		if b.Expect == Works && err != nil || b.Expect == Fails && err == nil {
			t.Errorf("%q (%s) %s; the decoder says %v", b.Name, b.What, b.Expect, err)
		}
	}
}

// decode reads a picture of at most 100 megapixels.
func decode(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if c.Width*c.Height > 100e6 || c.Width*c.Height == 0 {
		return os.ErrInvalid
	}
	_, _, err = image.Decode(bytes.NewReader(data))
	return err
}

// Names survive JSON, which has no bytes that are no UTF-8.
func TestNamesInJSON(t *testing.T) {
	for _, name := range oddNames {
		text, err := json.Marshal(Bad{Name: Name(name)})
		var back Bad
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || back.Name != Name(name) || bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, 0xff) >= 0 {
			t.Errorf("%v: %q became %q by %s", err, name, back.Name, text)
		}
	}
}
