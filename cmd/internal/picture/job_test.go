package picture

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/gif"
	"reflect"
	"strings"
	"testing"
)

func mustMake(t testing.TB, s Spec, data []byte) []Output {
	t.Helper()
	outs, err := s.Make(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

// TestSizesAreIndependent wants the same bytes of a size alone, among others, and again.
func TestSizesAreIndependent(t *testing.T) {
	words := []string{"50%", "22%", "13%", "7%", "120%", "31x!", "10x"}
	m := sketch(320, 240, contents["photo"])
	for kind, data := range map[string][]byte{"jpeg": encodeJPEG(t, to8Bits(m), 90), "png16": encodePNG(t, m)} {
		all := mustMake(t, Spec{Sizes: geometry(t, words...)}, data)
		for i, w := range words {
			alone := mustMake(t, Spec{Sizes: geometry(t, w)}, data)
			if !reflect.DeepEqual(alone[0], all[i]) {
				t.Errorf("%s: %s alone differs from %s among others", kind, w, w)
			}
		}
	}
}

// TestDefaultFormat wants the documented format of the outputs of each kind of file.
func TestDefaultFormat(t *testing.T) {
	for kind, data := range kinds(t, noise(20, 10)) {
		want, transparent := JPEG, strings.HasSuffix(kind, "alpha") && kind != "bmp alpha" // the BMP has no header for it
		switch kind {
		case "webp lossless", "tiff", "tiff deflate", "tiff16", "tiff deflate16": // these TIFFs have four channels
			transparent = true
		}
		if strings.HasPrefix(kind, "png") || strings.HasPrefix(kind, "gif") || transparent {
			want = PNG
		}
		if got := mustMake(t, Spec{Strip: true}, data)[0].Format; got != want {
			t.Errorf("%s becomes %s, want %s", kind, got, want)
		}
	}
}

// TestFormatsAgree stores one picture in every kind of file, and wants nearly the same outputs.
func TestFormatsAgree(t *testing.T) {
	m := opaque(sketch(150, 100, contents["gradient"]))
	want := decoded(t, mustMake(t, Spec{Sizes: geometry(t, "40x"), Format: PNG}, encodePNG(t, m))[0].Data)
	grays := opaque(m)
	for i := 0; i < len(grays.Pix); i += 8 {
		copy(grays.Pix[i+2:], grays.Pix[i:i+2])
		copy(grays.Pix[i+4:], grays.Pix[i:i+2])
	}
	wantGray := decoded(t, mustMake(t, Spec{Sizes: geometry(t, "40x"), Format: PNG}, encodePNG(t, grays))[0].Data)
	for _, c := range []struct {
		picture *image.NRGBA64
		want    image.Image
		gray    bool
	}{{m, want, false}, {grays, wantGray, true}} {
		for kind, data := range kinds(t, c.picture) {
			if strings.Contains(kind, "gray") != c.gray || strings.Contains(kind, "alpha") || strings.Contains(kind, "clear") {
				continue
			}
			least := 36.0
			switch {
			case strings.Contains(kind, "palette") || kind == "gif":
				least = 22 // few colours; TestFlat has those that they have
			case kind == "webp":
				least = 34 // quality 80
			case !strings.HasPrefix(kind, "jpeg"):
				least = 50
			}
			got := decoded(t, mustMake(t, Spec{Sizes: geometry(t, "40x"), Format: PNG}, data)[0].Data)
			if db := psnr(got, c.want); db < least {
				t.Errorf("%s: %.1f dB from the PNG of 16 bits, want %.0f", kind, db, least)
			}
		}
	}
}

// TestTransparentToJPEG wants what is transparent to show the background, and no dark edges.
func TestTransparentToJPEG(t *testing.T) {
	data := encodePNG(t, to8Bits(sketch(200, 200, contents["alpha"])))
	for _, c := range []struct {
		back *color.RGBA
		want color.RGBA
	}{{nil, color.RGBA{255, 255, 255, 255}}, {&color.RGBA{0, 128, 255, 255}, color.RGBA{0, 128, 255, 255}}} {
		out := mustMake(t, Spec{Sizes: geometry(t, "50"), Format: JPEG, Quality: 100, Background: c.back}, data)[0]
		m := decoded(t, out.Data)
		r, g, b, _ := m.At(1, 1).RGBA()
		if got := [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}; !near(got, c.want) {
			t.Errorf("the corner is %v, want %v", got, c.want)
		}
	}
	// At the edge the colour is that of the disc, however thin it is.
	m := decoded(t, mustMake(t, Spec{Sizes: geometry(t, "50")}, data)[0].Data).(*image.NRGBA)
	for i := 0; i < len(m.Pix); i += 4 {
		if p := m.Pix[i : i+4]; p[3] > 8 && !near([3]int{int(p[0]), int(p[1]), int(p[2])}, color.RGBA{255, 51, 26, 255}) {
			t.Fatalf("an edge of alpha %d is %v, want the colour of the disc", p[3], p[:3])
		}
	}
}

func near(got [3]int, want color.RGBA) bool {
	for i, w := range []uint8{want.R, want.G, want.B} {
		if d := got[i] - int(w); d < -9 || d > 9 {
			return false
		}
	}
	return true
}

// TestUntouched wants the input itself where nothing is to be changed, and a new file where
// something is.
func TestUntouched(t *testing.T) {
	data := encodeJPEG(t, to8Bits(sketch(40, 30, contents["photo"])), 50)
	for _, c := range []struct {
		spec Spec
		same bool
	}{
		{Spec{}, true},
		{Spec{Sizes: geometry(t, "800x600>")}, true},
		{Spec{Sizes: geometry(t, "100%"), Format: JPEG}, true},
		{Spec{Strip: true}, false},
		{Spec{Quality: 50}, false},
		{Spec{Format: PNG}, false},
		{Spec{Sizes: geometry(t, "39x30!")}, false},
	} {
		if got := bytes.Equal(mustMake(t, c.spec, data)[0].Data, data); got != c.same {
			t.Errorf("%+v: the same bytes: %v, want %v", c.spec, got, c.same)
		}
	}
}

// TestGIFCanvas wants a frame that is smaller than its canvas at its place.
func TestGIFCanvas(t *testing.T) {
	frame := image.NewPaletted(image.Rect(10, 20, 30, 40), color.Palette{color.RGBA{255, 0, 0, 255}, color.White})
	var b bytes.Buffer
	err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame}, Delay: []int{0}, Config: image.Config{Width: 60, Height: 80}})
	if err != nil {
		t.Fatal(err)
	}
	m := decoded(t, mustMake(t, Spec{Sizes: geometry(t, "30x40")}, b.Bytes())[0].Data)
	if got := m.Bounds(); got != image.Rect(0, 0, 30, 40) {
		t.Fatal(got)
	}
	if r, _, _, a := m.At(10, 15).RGBA(); r < 0xf000 || a < 0xf000 {
		t.Errorf("in the frame: %v", m.At(10, 15))
	}
	if _, _, _, a := m.At(25, 35).RGBA(); a != 0 {
		t.Errorf("beside the frame: %v", m.At(25, 35))
	}
}

func TestCheck(t *testing.T) {
	for want, s := range map[string]Spec{
		`cannot write "webp"`: {Format: WebP}, "quality 101": {Quality: 101}, "quality -1": {Quality: -1},
		`compression "zip"`: {Compression: "zip"}, "at most -1 pixels": {MaxPixels: -1},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := s.Make(context.Background(), encodePNG(t, noise(2, 2))); err == nil {
			t.Errorf("made: %+v", s)
		}
	}
}

func TestSpecTravels(t *testing.T) {
	s := Spec{
		Sizes: geometry(t, "800x600>", "50%x30%", "x20!", "10000@"), Format: JPEG, Quality: 70, Strip: true,
		Background: &color.RGBA{1, 2, 3, 255}, MaxPixels: 5, Compression: "fast", AsStored: true,
	}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Spec
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("%s comes back as %+v, %v", data, back, err)
	}
	if err := json.Unmarshal([]byte(`{"sizes":["800x600+10+10"]}`), &back); err == nil {
		t.Error("a size with an offset travels")
	}
}

func TestParseGeometryErrors(t *testing.T) {
	for _, words := range []string{"", "x", "!", "%", "0", "0x600", "800x0", "800x600+10+10", "-5", "3:2", "800x600x3", "a", "800 x 600", "800px",
		"1e5", "1.2.3", "NaN", "800!!", "800<>", "10x10@", "50%@", "800%%", "99999999", "20000%", "."} {
		if g, err := ParseGeometry(words); err == nil {
			t.Errorf("%q is %v", words, g)
		} else if !strings.Contains(err.Error(), "allowed are") {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// TestGeometryString wants what String writes to be read as the same.
func TestGeometryString(t *testing.T) {
	for _, words := range []string{"800x600", "800", "800x", "x600", "50%", "50%x30%", "50x30%", "x30%", "10000@>", "800x600!>", "800x600^<", "12.5%"} {
		g := geometry(t, words)[0]
		back, err := ParseGeometry(g.String())
		if err != nil || back != g {
			t.Errorf("%s is %s is %s, %v", words, g, back, err)
		}
	}
}
