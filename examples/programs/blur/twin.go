package main

import "image"

func serial(in *image.Gray, radius int) *image.Gray {
	out := image.NewGray(in.Rect)
	for row := range in.Rect.Dy() {
		blurRow(out, in, row, radius)
	}
	return out
}
