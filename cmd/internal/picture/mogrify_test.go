package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// mogrify runs ImageMagick's on files.
func mogrify(t testing.TB, args ...string) {
	t.Helper()
	if err := magick(); err != nil {
		t.Skipf("needs ImageMagick with JPEG and PNG, to compare with (Debian: imagemagick): %v", err)
	}
	out, err := exec.Command("mogrify", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("mogrify %q: %v\n%s", args, err, out)
	}
}

// magick says why there is no mogrify to compare with, or nothing. Which formats it knows depends on
// how it was built.
var magick = sync.OnceValue(func() error {
	version, err := exec.Command("mogrify", "-version").Output()
	if text := string(version); err == nil && !(strings.Contains(text, "ImageMagick") && strings.Contains(text, "jpeg") && strings.Contains(text, "png")) {
		err = fmt.Errorf("this mogrify is: %.200q", text)
	}
	return err
})

// geometries are sizes by all words of the grammar, with their shares of a random size.
func geometries(r *rand.Rand) []string {
	a, b := 1+r.IntN(400), 1+r.IntN(400)
	p, q := 1+r.IntN(250), 1+r.IntN(250)
	size := fmt.Sprintf("%dx%d", a, b)
	return []string{
		size, size + "!", size + ">", size + "<", size + "^", size + "!>", size + "^>",
		fmt.Sprint(a), fmt.Sprintf("%dx", a), fmt.Sprintf("x%d", b), fmt.Sprintf("%d^", a), fmt.Sprintf("x%d^", b),
		fmt.Sprintf("%d>", a), fmt.Sprintf("x%d<", b), fmt.Sprintf("%d!", a), fmt.Sprintf("x%d!", b),
		fmt.Sprintf("%d%%", p), fmt.Sprintf("%d%%x%d%%", p, q), fmt.Sprintf("%dx%d%%", p, q), fmt.Sprintf("%d.5%%", p), fmt.Sprintf("x%d%%", p),
		fmt.Sprintf("%d%%>", p), fmt.Sprintf("%d@", a*b), fmt.Sprintf("%d@>", a*b), fmt.Sprintf("%d@<", a*b),
		fmt.Sprintf("%d.7x%d.2", a, b),
	}
}

func TestGeometryLikeMogrify(t *testing.T) {
	rounds, r := expect.Size(1, 1, 3), rand.New(rand.NewPCG(1, 2))
	for range rounds {
		dir := t.TempDir()
		for i := range 10 {
			m := image.NewGray(image.Rect(0, 0, 1+r.IntN(300), 1+r.IntN(300)))
			write(t, filepath.Join(dir, fmt.Sprint(i)+".png"), encodePNG(t, m))
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.png"))
		for i, words := range geometries(r) {
			g, err := ParseGeometry(words)
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(dir, fmt.Sprint("out", i))
			if err := os.Mkdir(to, 0o777); err != nil {
				t.Fatal(err)
			}
			mogrify(t, append([]string{"-path", to, "-sample", words}, files...)...)
			for _, f := range files {
				w, h := configOf(t, f)
				wantW, wantH := configOf(t, filepath.Join(to, filepath.Base(f)))
				if gotW, gotH := g.Of(w, h); gotW != wantW || gotH != wantH {
					t.Errorf("%s of %dx%d is %dx%d, for mogrify %dx%d", words, w, h, gotW, gotH, wantW, wantH)
				}
			}
		}
	}
}

func configOf(t testing.TB, name string) (int, int) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil {
		t.Fatal(name, err)
	}
	return c.Width, c.Height
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func encodePNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodeJPEG(t testing.TB, m image.Image, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// contents are what pictures look like; each gives red, green, blue and alpha from 0 to 1.
var contents = map[string]func(x, y float64) [4]float64{
	"gradient": func(x, y float64) [4]float64 { return [4]float64{x, y, 1 - x*y, 1} },
	"photo":    func(x, y float64) [4]float64 { return texture(x, y) },
	"rings": func(x, y float64) [4]float64 { // every frequency up to what a pixel holds
		v := 0.5 + 0.5*math.Cos(400*(x*x+y*y))
		return [4]float64{v, v, v, 1}
	},
	"text": func(x, y float64) [4]float64 {
		if int(x*97)%3 == 0 && int(y*61)%2 == 0 && int(x*400)%5 != 0 {
			return [4]float64{0.05, 0.05, 0.1, 1}
		}
		return [4]float64{1, 1, 0.95, 1}
	},
	"alpha": func(x, y float64) [4]float64 { // a red disc on nothing, which is black
		if math.Hypot(x-0.5, y-0.5) < 0.4 {
			return [4]float64{1, 0.2, 0.1, 1}
		}
		return [4]float64{}
	},
	"veil": func(x, y float64) [4]float64 { return [4]float64{x, 1 - x, y, y} },
}

// texture is a sum of waves whose heights fall with their frequencies, as in photographs.
func texture(x, y float64) (c [4]float64) {
	for i := range 3 {
		v, f := 0.5, 3.0
		for k := range 8 {
			a := float64(k*7+i*3) * 0.9
			v += 0.3 / f * 3 * math.Sin(2*math.Pi*f*(x*math.Cos(a)+y*math.Sin(a))+a)
			f *= 1.9
		}
		c[i] = min(max(v, 0), 1)
	}
	c[3] = 1
	return c
}

// sketch makes a picture of 16 bits.
func sketch(w, h int, at func(x, y float64) [4]float64) *image.NRGBA64 {
	m := image.NewNRGBA64(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := at((float64(x)+0.5)/float64(w), (float64(y)+0.5)/float64(w))
			m.SetNRGBA64(x, y, color.NRGBA64{v16(c[0]), v16(c[1]), v16(c[2]), v16(c[3])})
		}
	}
	return m
}

func v16(f float64) uint16 { return uint16(min(max(f, 0), 1)*65535 + 0.5) }

// to8Bits makes a picture of 8 bits.
func to8Bits(m *image.NRGBA64) *image.NRGBA {
	out := image.NewNRGBA(m.Rect)
	for i := range out.Pix {
		out.Pix[i] = uint8((uint32(m.Pix[2*i])<<8 + uint32(m.Pix[2*i+1]) + 128) / 257)
	}
	return out
}

// psnr compares two pictures on black and on white, in decibels; 99 if they are equal.
func psnr(a, b image.Image) float64 {
	r, sum, n := a.Bounds(), 0.0, 0.0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, a1 := a.At(x, y).RGBA()
			r2, g2, b2, a2 := b.At(x, y).RGBA()
			for _, p := range [][2]uint32{{r1, r2}, {g1, g2}, {b1, b2}} {
				black := (float64(p[0]) - float64(p[1])) / 65535
				white := black + (float64(a2)-float64(a1))/65535
				sum += black*black + white*white
				n += 2
			}
		}
	}
	if sum == 0 {
		return 99
	}
	return min(99, -10*math.Log10(sum/n))
}

// least is how close in decibels the outputs must be to ImageMagick's. At 51 every sample
// differs by one in 255; above 40 nobody sees a difference. Rings and text are worst cases:
// here they are finer than pixels, and halving them lets through what lanczos would not.
var least = map[string]float64{"gradient": 48, "photo": 45, "veil": 56, "alpha": 55, "rings": 37, "text": 36}

// TestLikeMogrify resizes pictures of several contents and kinds by several factors, and
// compares with ImageMagick's.
func TestLikeMogrify(t *testing.T) {
	const w, h = 301, 223
	all := []string{"191x191", "37%x80%", "450x", "60", "x33", "21x21!"}
	sizes := all[:expect.Size(1, 2, len(all))]
	for name, at := range contents {
		for _, kind := range []string{"png8", "png16", "gray", "jpeg"} {
			if (name == "alpha" || name == "veil") && (kind == "gray" || kind == "jpeg") {
				continue
			}
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				deep := sketch(w, h, at)
				var data []byte
				switch kind {
				case "png8":
					data = encodePNG(t, to8Bits(deep))
				case "png16":
					data = encodePNG(t, deep)
				case "gray":
					g := image.NewGray(deep.Rect)
					for i := range g.Pix {
						g.Pix[i] = deep.Pix[8*i]
					}
					data = encodePNG(t, g)
				case "jpeg":
					data = encodeJPEG(t, to8Bits(deep), 95)
				}
				for _, size := range sizes {
					if got := compare(t, kind, data, size); got < least[name] {
						t.Errorf("%s: %.1f dB from mogrify's, want %.0f", size, got, least[name])
					}
				}
			})
		}
	}
}

func compare(t *testing.T, kind string, data []byte, size string) float64 {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	write(t, in, data)
	args := []string{"-format", "png", "-depth", "16"}
	if kind == "gray" && size != "450x" { // a palette, for ImageMagick, so that it would take mitchell
		args = append(args, "-filter", "Lanczos")
	}
	mogrify(t, append(args, "-resize", size, in)...)
	want := open(t, filepath.Join(dir, "in.png"))
	g, err := ParseGeometry(size)
	if err != nil {
		t.Fatal(err)
	}
	s := Spec{Sizes: []Geometry{g}, Format: PNG}
	outs, err := s.Make(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(outs[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, mogrify %v", size, got.Bounds(), want.Bounds())
	}
	return psnr(got, want)
}

func open(t testing.TB, name string) image.Image {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, _, err := image.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
