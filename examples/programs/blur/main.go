// Command blur blurs a picture: each pixel becomes the mean of the square around it.
package main

import (
	"fmt"
	"image"
	"image/color"

	"github.com/skua-go/skua/par"
)

func blur(in *image.Gray, radius int) *image.Gray {
	out := image.NewGray(in.Rect)
	par.For(in.Rect.Dy(), func(row int) { blurRow(out, in, row, radius) })
	return out
}

func blurRow(out, in *image.Gray, row, radius int) {
	for x := range in.Rect.Dx() {
		here := image.Pt(x, row).Add(in.Rect.Min)
		square := image.Rect(-radius, -radius, radius+1, radius+1).Add(here).Intersect(in.Rect)
		sum := 0
		for y := square.Min.Y; y < square.Max.Y; y++ {
			for x := square.Min.X; x < square.Max.X; x++ {
				sum += int(in.GrayAt(x, y).Y)
			}
		}
		out.SetGray(here.X, here.Y, color.Gray{Y: uint8(sum / (square.Dx() * square.Dy()))})
	}
}

// picture returns a picture of lines and spots.
func picture(width, height int) *image.Gray {
	p := image.NewGray(image.Rect(0, 0, width, height))
	for i := range p.Pix {
		x, y := i%width, i/width
		p.Pix[i] = uint8(x*x ^ y*3)
	}
	return p
}

func main() {
	out := blur(picture(1920, 1080), 5)
	fmt.Println(out.Rect, out.GrayAt(100, 100))
}
