package main

import (
	"bytes"
	"image"
	"testing"
)

func TestBlur(t *testing.T) {
	in := picture(80, 60)
	in = in.SubImage(image.Rect(3, 5, 70, 50)).(*image.Gray) // corners need not be at 0
	if !bytes.Equal(blur(in, 3).Pix, serial(in, 3).Pix) {
		t.Error("blur and its twin differ")
	}
}
