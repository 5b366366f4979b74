// Mandel counts the points of the Mandelbrot set, row by row. Rows differ by far, and by where they are.
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

const width, height, limit = 1600, 1200, 700

func row(y int) (inside int) {
	for x := range width {
		cr, ci := float64(x)/width*3-2, float64(y)/height*2-1
		zr, zi, k := 0.0, 0.0, 0
		for ; k < limit && zr*zr+zi*zi < 4; k++ {
			zr, zi = zr*zr-zi*zi+cr, 2*zr*zi+ci
		}
		if k == limit {
			inside++
		}
	}
	return inside
}

func main() {
	counts := make([]int, height)
	par.For(height, func(y int) { counts[y] = row(y) })
	all := 0
	for _, n := range counts {
		all += n
	}
	fmt.Println(all)
}
