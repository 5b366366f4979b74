package main

import (
	"bytes"
	"image"
	"strings"
	"testing"
)

// A wrong picture is noticed: one that is shifted by a pixel, or has another size.
func TestDifferenceSees(t *testing.T) {
	a, b := image.NewGray(image.Rect(0, 0, 64, 64)), image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range a.Pix {
		a.Pix[i] = uint8(i % 4 * 60)
		b.Pix[i] = uint8((i + 1) % 4 * 60)
	}
	if mean, _ := difference(a, a); mean != 0 {
		t.Errorf("a picture differs from itself by %.2f levels", mean)
	}
	if mean, psnr := difference(a, b); mean <= tolerance || psnr > 20 {
		t.Errorf("a picture that is a pixel off differs by %.2f levels, %.1f dB", mean, psnr)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-n", "0"}, {"more"}, {"-no-such-flag"}} {
		var stderr bytes.Buffer
		if _, err := readOptions(args, &stderr); err == nil {
			t.Errorf("%s: no error", strings.Join(args, " "))
		}
	}
}

// A small part of what -accept checks with 200 photographs.
func TestAcceptSmall(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), []string{"-accept", "-n", "8", "-least", "0.7", "-most", "1.2"}, &stdout, &stderr); err != nil {
		t.Errorf("%v\n%s%s", err, &stdout, &stderr)
	}
}
