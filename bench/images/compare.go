package main

import (
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/skua-go/skua/lab/gauge"
)

// A comparison says how much pictures differ from those of mogrify.
type comparison struct {
	pictures int
	mean     []float64 // absolute difference of brightness, in levels of 256
	psnr     []float64 // of brightness, in decibels
}

// tolerance is the mean absolute difference that is allowed, in levels. Two good filters
// differ by 1 to 2 on these photographs, whose finest details are noise; a picture that is
// half a pixel off differs by more than 6.
const tolerance = 4

// compareDirs compares the pictures of two directories, which must have the same sizes.
func compareDirs(ours, theirs string) (c comparison, err error) {
	names, err := filepath.Glob(filepath.Join(theirs, "*.jpg"))
	if err != nil || len(names) == 0 {
		return c, fmt.Errorf("no pictures in %s: %v", theirs, err)
	}
	for _, name := range names {
		if err := c.add(filepath.Join(ours, filepath.Base(name)), name); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *comparison) add(ours, theirs string) error {
	a, err := load(ours)
	if err != nil {
		return err
	}
	b, err := load(theirs)
	if err != nil {
		return err
	}
	if a.Bounds().Size() != b.Bounds().Size() {
		return fmt.Errorf("%s has %v pixels, mogrify's has %v", filepath.Base(ours), a.Bounds().Size(), b.Bounds().Size())
	}
	mean, psnr := difference(a, b)
	if mean > tolerance {
		return fmt.Errorf("%s differs from mogrify's by %.2f levels; want at most %d", filepath.Base(ours), mean, tolerance)
	}
	c.pictures++
	c.mean, c.psnr = append(c.mean, mean), append(c.psnr, psnr)
	return nil
}

func (c comparison) String() string {
	if c.pictures == 0 {
		return "No picture was compared with mogrify's."
	}
	return fmt.Sprintf("All %d pictures of skua images have the size of mogrify's. They differ from them in brightness by %.2f levels of 256 "+
		"(median of the mean absolute differences; at most %.2f), a PSNR of %.1f dB (median; at least %.1f dB).",
		c.pictures, gauge.Median(c.mean), slices.Max(c.mean), gauge.Median(c.psnr), slices.Min(c.psnr))
}

func load(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// difference compares the brightness of two pictures of the same size.
func difference(a, b image.Image) (mean, psnr float64) {
	size := a.Bounds().Size()
	var sum, squares float64
	for y := range size.Y {
		for x := range size.X {
			d := math.Abs(light(a, x, y) - light(b, x, y))
			sum += d
			squares += d * d
		}
	}
	n := float64(size.X * size.Y)
	return sum / n, 10 * math.Log10(255*255/max(squares/n, 1e-9))
}

func light(m image.Image, x, y int) float64 {
	p := m.Bounds().Min.Add(image.Pt(x, y))
	switch m := m.(type) {
	case *image.YCbCr:
		return float64(m.Y[m.YOffset(p.X, p.Y)])
	case *image.Gray:
		return float64(m.GrayAt(p.X, p.Y).Y)
	}
	r, g, b, _ := m.At(p.X, p.Y).RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 257
}
