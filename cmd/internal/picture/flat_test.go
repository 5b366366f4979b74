package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"maps"
	"slices"
	"strings"
	"testing"
)

// patches are colours that show a wrong range, matrix or order of channels: black, white, a grey and
// saturated ones.
var patches = []color.NRGBA{
	{0, 0, 0, 255}, {255, 255, 255, 255}, {128, 128, 128, 255}, {200, 30, 30, 255},
	{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255},
}

// patchSide is a multiple of every block of pixels that is coded together.
const patchSide = 64

// patchwork is a picture of the patches side by side.
func patchwork(alpha uint8) *image.NRGBA64 {
	m := image.NewNRGBA64(image.Rect(0, 0, patchSide*len(patches), patchSide))
	for i, c := range patches {
		c.A = alpha
		draw.Draw(m, image.Rect(i*patchSide, 0, (i+1)*patchSide, patchSide), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return m
}

// flatKinds are more kinds of files, for few colours: of which other they are made, and how.
var flatKinds = map[string][]string{
	"webp 100":          {"png", "-quality", "100", "-format", "webp"},
	"png gray1":         {"png gray", "-depth", "1", "-define", "png:bit-depth=1", "-define", "png:color-type=0", "-format", "png"},
	"png gray2":         {"png gray", "-depth", "2", "-define", "png:bit-depth=2", "-define", "png:color-type=0", "-format", "png"},
	"png gray4":         {"png gray", "-depth", "4", "-define", "png:bit-depth=4", "-define", "png:color-type=0", "-format", "png"},
	"png indexed":       {"png", "-define", "png:color-type=3", "-format", "png"},
	"bmp indexed":       {"png", "-type", "Palette", "-compress", "None", "-define", "bmp:format=bmp3", "-format", "bmp"},
	"bmp rle8":          {"png", "-type", "Palette", "-compress", "RLE", "-define", "bmp:format=bmp3", "-format", "bmp"},
	"bmp4":              {"png", "-type", "TrueColorAlpha", "-define", "bmp:format=bmp4", "-format", "bmp"},
	"tiff gray white0":  {"png gray", "-define", "quantum:polarity=min-is-white", "-compress", "None", "-format", "tiff"},
	"tiff gray1":        {"png gray", "-threshold", "60%", "-type", "Bilevel", "-compress", "None", "-format", "tiff"},
	"tiff gray1 fax":    {"png gray", "-threshold", "60%", "-type", "Bilevel", "-compress", "Group4", "-format", "tiff"},
	"tiff gray1 lsb":    {"png gray", "-threshold", "60%", "-type", "Bilevel", "-compress", "Group4", "-define", "tiff:fill-order=lsb", "-format", "tiff"},
	"tiff msb":          {"png", "-endian", "MSB", "-compress", "LZW", "-format", "tiff"},
	"jpeg 411":          {"jpeg", "-sampling-factor", "4x1", "-format", "jpg"},
	"gif interlaced":    {"gif", "-interlace", "GIF", "-format", "gif"},
	"webp gray":         {"png gray", "-quality", "90", "-format", "webp"},
	"jpeg progressive4": {"jpeg gray", "-interlace", "Plane", "-format", "jpg"},
}

// wanted is what a patch is in a kind of file, by what its colours are.
func wanted(kind string, c color.NRGBA) color.NRGBA {
	if strings.Contains(kind, "gray") || kind == "jpeg progressive4" {
		y := color.GrayModel.Convert(c).(color.Gray).Y
		for suffix, most := range map[string]int{"gray1": 1, "gray2": 3, "gray4": 15} {
			if strings.Contains(kind, suffix) && !strings.Contains(kind, "gray16") {
				y = uint8(int(y) * most / 255 * 255 / most) // ImageMagick drops the lower bits
			}
		}
		if kind == "tiff gray white0" {
			y = 255 - y // ImageMagick writes, and reads, a negative
		}
		return color.NRGBA{y, y, y, c.A}
	}
	if strings.Contains(kind, "palette") || strings.HasPrefix(kind, "gif") {
		r, g, b, _ := color.Palette(palette.Plan9).Convert(c).RGBA()
		return color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), c.A}
	}
	return c
}

// TestFlat wants black, white, grey and saturated colours of every kind of file, within 2 levels of 255.
func TestFlat(t *testing.T) {
	all := kinds(t, patchwork(255))
	for kind, args := range flatKinds {
		all[kind] = transform(t, all[args[0]], args[1:]...)
	}
	delete(all, "gif clear") // the numbers of its colours are those of another palette
	delete(all, "png palette alpha")
	for kind, data := range kinds(t, patchwork(128)) {
		if strings.HasSuffix(kind, "alpha") && kind != "bmp alpha" && kind != "png palette alpha" {
			all["half "+kind] = data
		}
	}
	for kind, data := range all {
		outs, err := (&Spec{Sizes: geometry(t, "100%", "50%"), Format: PNG, Strip: true}).Make(context.Background(), data)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		for _, out := range outs {
			m := decoded(t, out.Data)
			for i, c := range patches {
				side := out.Height
				got := color.NRGBAModel.Convert(m.At(i*side+side/2, side/2)).(color.NRGBA)
				want := wanted(kind, c)
				if strings.HasPrefix(kind, "half") {
					want.A = 128
				}
				if !within(2, got, want) && !strings.Contains(kind, "gray1") || strings.Contains(kind, "gray1") && i < 2 && got != want {
					t.Errorf("%s, %d wide: %v, want %v", kind, out.Width, got, want)
				}
			}
		}
	}
}

func within(levels int, a, b color.NRGBA) bool {
	for _, p := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}, {a.A, b.A}} {
		if d := int(p[0]) - int(p[1]); d > levels || d < -levels {
			return false
		}
	}
	return true
}

// TestEdgeOfTransparency wants the colour of a square on nothing up to its edge, at every scale.
func TestEdgeOfTransparency(t *testing.T) {
	for _, c := range patches {
		m := image.NewNRGBA(image.Rect(0, 0, 40, 40))
		draw.Draw(m, image.Rect(10, 10, 30, 30), image.NewUniform(c), image.Point{}, draw.Src)
		for _, out := range mustMake(t, Spec{Sizes: geometry(t, "400x400", "57x57", "26x26", "9x9")}, encodePNG(t, m)) {
			made := decoded(t, out.Data)
			for y := range out.Height {
				for x := range out.Width {
					got := color.NRGBAModel.Convert(made.At(x, y)).(color.NRGBA)
					if want := (color.NRGBA{c.R, c.G, c.B, got.A}); got.A >= 64 && !within(1, got, want) {
						t.Fatalf("%d wide, at %d,%d: %v, want %v", out.Width, x, y, got, want)
					}
				}
			}
		}
		out := mustMake(t, Spec{Sizes: geometry(t, "400x400"), Format: JPEG, Quality: 100, Background: &color.RGBA{c.R, c.G, c.B, 255}}, encodePNG(t, m))[0]
		made := decoded(t, out.Data)
		for y := range out.Height {
			for x := range out.Width {
				if got := color.NRGBAModel.Convert(made.At(x, y)).(color.NRGBA); !within(3, got, c) {
					t.Fatalf("on a ground of its colour, at %d,%d: %v, want %v", x, y, got, c)
				}
			}
		}
	}
}

// animation is a WebP whose first frame is a picture at a place of a canvas, and whose second is black.
func animation(t *testing.T, canvas, at image.Point, still, second []byte, alpha bool) []byte {
	t.Helper()
	body := []byte("WEBPVP8X\x0a\x00\x00\x00")
	flags := byte(2)
	if alpha {
		flags |= 16
	}
	body = append(append(body, flags, 0, 0, 0), bytes24(canvas.X-1)...)
	body = append(append(body, bytes24(canvas.Y-1)...), "ANIM\x06\x00\x00\x00\xff\xff\xff\xff\x00\x00"...)
	for _, file := range [][]byte{still, second} {
		h, err := ReadHeader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		chunks := file[12:]
		if string(chunks[:4]) == "VP8X" {
			chunks = chunks[18:]
		}
		frame := append(bytes24(at.X/2), bytes24(at.Y/2)...)
		frame = append(append(frame, bytes24(h.Width-1)...), bytes24(h.Height-1)...)
		frame = append(append(frame, 100, 0, 0, 0), chunks...)
		body = binary.LittleEndian.AppendUint32(append(body, "ANMF"...), uint32(len(frame)))
		body = append(body, frame...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// TestAnimatedWebP wants the first frame at its place, as its colours are.
func TestAnimatedWebP(t *testing.T) {
	red := image.NewNRGBA(image.Rect(0, 0, 32, 32))
	draw.Draw(red, red.Rect, image.NewUniform(patches[3]), image.Point{}, draw.Src)
	half := image.NewNRGBA(red.Rect)
	draw.Draw(half, half.Rect, image.NewUniform(color.NRGBA{200, 30, 30, 128}), image.Point{}, draw.Src)
	still := map[string][]byte{
		"lossy":    transform(t, encodePNG(t, red), "-quality", "90", "-format", "webp"),
		"lossless": transform(t, encodePNG(t, red), "-define", "webp:lossless=true", "-format", "webp"),
		"alpha":    transform(t, encodePNG(t, half), "-quality", "90", "-format", "webp"),
	}
	black := transform(t, encodePNG(t, image.NewNRGBA(red.Rect)), "-define", "webp:lossless=true", "-format", "webp")
	for _, kind := range slices.Sorted(maps.Keys(still)) {
		for _, at := range []image.Point{{}, {16, 8}} {
			canvas := image.Pt(32, 32).Add(at.Mul(2))
			data := animation(t, canvas, at, still[kind], black, kind == "alpha")
			h, err := ReadHeader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(kind, err)
			}
			spec := Spec{Format: PNG}
			var outs []Output
			got := allocated(func() { outs, err = spec.Make(context.Background(), data) })
			if err != nil || got > h.Memory(&spec) {
				t.Errorf("%s at %v: %v, %d bytes allocated, Memory says %d", kind, at, err, got, h.Memory(&spec))
				continue
			}
			m := decoded(t, outs[0].Data)
			want := patches[3]
			if kind == "alpha" {
				want.A = 128
			}
			if m.Bounds().Size() != canvas {
				t.Errorf("%s: %v, want %v", kind, m.Bounds(), canvas)
			}
			if got := color.NRGBAModel.Convert(m.At(at.X+16, at.Y+16)).(color.NRGBA); !within(2, got, want) {
				t.Errorf("%s at %v: %v, want %v", kind, at, got, want)
			}
			if _, _, _, a := m.At(0, 0).RGBA(); (at != image.Point{}) && a != 0 {
				t.Errorf("%s at %v: what is beside the frame has alpha %d", kind, at, a)
			}
		}
	}
	data := animation(t, image.Pt(40, 40), image.Pt(10, 0), still["lossy"], black, false)
	if _, err := (&Spec{}).Make(context.Background(), data); err == nil || !strings.Contains(err.Error(), "does not fit") {
		t.Errorf("a frame that is larger than its canvas: %v", err)
	}
	huge := bytes.Clone(animation(t, image.Pt(32, 32), image.Point{}, still["lossy"], black, false))
	i := bytes.Index(huge, []byte("\x9d\x01\x2a")) // the size in the frame's own data
	copy(huge[i+3:], "\xff\x3f\xff\x3f")
	var err error
	if got := allocated(func() { _, err = (&Spec{}).Make(context.Background(), huge) }); err == nil || got > 4<<20 {
		t.Errorf("a frame that claims much: %v, after %d bytes", err, got)
	}
}

// rawTIFF is a TIFF of 20x12, RGB of 8 bits, with more tags or other values of tags.
func rawTIFF(order binary.AppendByteOrder, more map[uint16]uint16) []byte {
	const w, h = 20, 12
	tags := map[uint16]uint16{256: w, 257: h, 258: 8, 259: 1, 262: 2, 273: 8, 277: 3, 278: h, 279: 3 * w * h}
	maps.Copy(tags, more)
	var pix []byte
	for y := range h {
		for x := range w {
			pix = append(pix, byte(x*12), byte(y*20), 80)
		}
	}
	head := map[bool]string{true: "II*\x00", false: "MM\x00*"}[order.String() == "LittleEndian"]
	b := append(order.AppendUint32([]byte(head), uint32(8+len(pix)+6)), pix...)
	for range 3 {
		b = order.AppendUint16(b, 8) // of BitsPerSample
	}
	b = order.AppendUint16(b, uint16(len(tags)))
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		b = order.AppendUint16(order.AppendUint16(b, tag), 3)
		if tag == 258 {
			b = order.AppendUint32(order.AppendUint32(b, 3), uint32(8+len(pix)))
			continue
		}
		b = order.AppendUint16(order.AppendUint16(order.AppendUint32(b, 1), tags[tag]), 0)
	}
	return order.AppendUint32(b, 0)
}

// TestTIFFTags wants a TIFF refused whose samples mean what the decoder does not know, whatever tag says so.
func TestTIFFTags(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, c := range []struct {
			tag, value uint16
			want       string // "" is read
		}{
			{254, 0, ""}, {266, 1, ""}, {266, 2, "FillOrder 2"}, {277, 4, "SamplesPerPixel 4"}, {277, 1, "SamplesPerPixel 1"},
			{284, 1, ""}, {284, 2, "PlanarConfiguration 2"}, {290, 2, ""}, {317, 1, ""}, {317, 2, "Predictor 2"}, {317, 3, "Predictor 3"},
			{292, 1, ""}, {293, 0, ""}, {339, 1, ""}, {339, 2, "sample format"}, {339, 3, "sample format"}, {346, 1, "Indexed 1"},
			{433, 1, "Decode"}, {32997, 1, ""}, {32997, 2, "ImageDepth 2"}, {32998, 3, "TileDepth 3"}, {259, 7, "compression value 7"},
			{259, 34887, "compression value"}, {262, 6, "color model"}, {262, 8, "color model"}, {262, 5, "color model"},
		} {
			name := fmt.Sprintf("%v, tag %d = %d", order, c.tag, c.value)
			outs, err := (&Spec{Format: PNG}).Make(context.Background(), rawTIFF(order, map[uint16]uint16{c.tag: c.value}))
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: error %v, want one with %q", name, err, c.want)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got := color.NRGBAModel.Convert(decoded(t, outs[0].Data).At(10, 6)); got != (color.NRGBA{120, 120, 80, 255}) {
				t.Errorf("%s: %v, want (120,120,80)", name, got)
			}
		}
	}
}
