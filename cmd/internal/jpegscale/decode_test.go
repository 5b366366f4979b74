package jpegscale

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func files(t testing.TB) map[string][]byte {
	t.Helper()
	names, _ := filepath.Glob("testdata/*.jpg")
	if len(names) < 15 {
		t.Fatalf("there are %d files in testdata, want 15 or more", len(names))
	}
	all := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = data
	}
	return all
}

func full(t testing.TB, data []byte) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLowestFrequencies transforms what image/jpeg decodes, and wants of each block the lowest
// frequencies, transformed back. Rounding makes a difference of 2, and clipping more, but seldom.
func TestLowestFrequencies(t *testing.T) {
	for name, data := range files(t) {
		m := full(t, data)
		scales := []int{8, 2, 1, 4}
		all, err := Decode(data, scales...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for k, scale := range scales {
			small := all[k]
			if alone, err := Decode(data, scale); err != nil || !reflect.DeepEqual(alone[0], small) {
				t.Errorf("%s at 1/%d alone, %v, is not what it is among others", name, scale, err)
			}
			want := image.Rect(0, 0, (m.Bounds().Dx()+scale-1)/scale, (m.Bounds().Dy()+scale-1)/scale)
			if small.Bounds() != want {
				t.Errorf("%s at 1/%d has bounds %v, want %v", name, scale, small.Bounds(), want)
			}
			in, out := planes(m), planes(small)
			if len(in) != len(out) {
				t.Fatalf("%s at 1/%d is a %T, want a %T", name, scale, small, m)
			}
			for c := range in {
				if mean, most := differences(in[c], out[c], 8/scale); mean > 0.33 || most > 8 {
					t.Errorf("%s at 1/%d: channel %d differs by %.2f levels on average, at most %.1f; want 0.33 and 8", name, scale, c, mean, most)
				}
			}
		}
	}
}

type samples struct {
	pix          []byte
	stride, w, h int
}

func planes(m image.Image) []samples {
	switch m := m.(type) {
	case *image.Gray:
		return []samples{{m.Pix, m.Stride, m.Rect.Dx(), m.Rect.Dy()}}
	case *image.YCbCr:
		w, h := m.Rect.Dx(), m.Rect.Dy()
		for r, name := range ratios {
			if name == m.SubsampleRatio {
				cw, ch := (w+r[0]-1)/r[0], (h+r[1]-1)/r[1]
				return []samples{{m.Y, m.YStride, w, h}, {m.Cb, m.CStride, cw, ch}, {m.Cr, m.CStride, cw, ch}}
			}
		}
	}
	return nil
}

// differences compares blocks of n x n samples with those of 8x8, as far as these are whole.
func differences(in, out samples, n int) (mean, most float64) {
	count := 0.0
	for y := 0; y+8 <= in.h; y += 8 {
		for x := 0; x+8 <= in.w; x += 8 {
			var f [8][8]float64
			for v := range n {
				for u := range n {
					for k := range 64 {
						s := float64(in.pix[(y+k/8)*in.stride+x+k%8])
						f[v][u] += s * wave(k/8, v, 8) * wave(k%8, u, 8)
					}
				}
			}
			for k := range n * n {
				s := 0.0
				for v := range n {
					for u := range n {
						s += f[v][u] * wave(k/n, v, n) * wave(k%n, u, n)
					}
				}
				s = max(0, min(s*float64(n)/8, 255))
				d := math.Abs(s - float64(out.pix[(y/8*n+k/n)*out.stride+x/8*n+k%n]))
				mean, most, count = mean+d, max(most, d), count+1
			}
		}
	}
	return mean / count, most
}

// wave is sample x of the k-th cosine of n.
func wave(x, k, n int) float64 {
	if k == 0 {
		return math.Sqrt(1 / float64(n))
	}
	return math.Sqrt(2/float64(n)) * math.Cos(float64(2*x+1)*float64(k)*math.Pi/float64(2*n))
}

// TestWhole wants at a scale of 1 what image/jpeg decodes, but for rounding.
func TestWhole(t *testing.T) {
	for name, data := range files(t) {
		all, err := Decode(data, 1)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		in, out := planes(full(t, data)), planes(all[0])
		for c := range in {
			for y := range in[c].h {
				for x := range in[c].w {
					if a, b := in[c].pix[y*in[c].stride+x], out[c].pix[y*out[c].stride+x]; max(a, b)-min(a, b) > 1 {
						t.Fatalf("%s: sample %d, %d of channel %d is %d, and %d by image/jpeg", name, x, y, c, b, a)
					}
				}
			}
		}
	}
}

// TestNoMoreThanImageJPEG wants that Decode accepts no damaged file that image/jpeg refuses.
func TestNoMoreThanImageJPEG(t *testing.T) {
	for name, data := range files(t) {
		for at := 0; at < len(data); at++ {
			if at >= 400 && at%61 != 0 { // tables are at the beginning
				continue
			}
			accepts(t, name, data[:at])
			bad := bytes.Clone(data)
			bad[at] ^= 0x55
			accepts(t, name, bad)
		}
	}
}

func accepts(t testing.TB, name string, data []byte) {
	t.Helper()
	c, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err == nil && c.Width*c.Height > 1<<20 {
		return
	}
	all, err := Decode(data, 2, 1, 4, 8)
	if err != nil {
		return
	}
	m := all[0]
	want, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: Decode takes %d bytes that image/jpeg refuses: %v", name, len(data), err)
	}
	if w, h := want.Bounds().Dx(), want.Bounds().Dy(); m.Bounds() != image.Rect(0, 0, (w+1)/2, (h+1)/2) {
		t.Fatalf("%s: Decode makes %v of %dx%d", name, m.Bounds(), w, h)
	}
}

// TestEmpty wants an error of a file without a frame.
func TestEmpty(t *testing.T) {
	for _, data := range []string{"", "\xff\xd8", "\xff\xd8\xff\xd9"} {
		if _, err := Decode([]byte(data), 2); err == nil {
			t.Errorf("Decode takes %q", data)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, data := range files(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { accepts(t, "fuzz", data) })
}

// TestScale wants an error that names the scales.
func TestScale(t *testing.T) {
	if _, err := Decode(nil, 3); err == nil || err.Error() != "jpegscale: a scale of 3, and it must be 1, 2, 4 or 8" {
		t.Errorf("Decode at 1/3 says %v", err)
	}
}
