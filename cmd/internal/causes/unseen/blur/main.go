// Command blur blurs a picture by rows; the rows in the middle have far more detail to look at.
package main

import (
	"fmt"
	"runtime"

	"github.com/skua-go/skua"
)

type picture struct {
	w, h int
	pix  []float32
}

func newPicture(w, h int) *picture {
	p := &picture{w, h, make([]float32, w*h)}
	for i := range p.pix {
		p.pix[i] = float32(i*7919%256) / 256
	}
	return p
}

// radius is how far a row is blurred.
func (p *picture) radius(y int) int {
	if y > p.h/2-40 && y < p.h/2+40 {
		return 60
	}
	return 6
}

func (p *picture) row(dst *picture, y int) {
	r := p.radius(y)
	for x := 0; x < p.w; x++ {
		var sum float32
		for dx := -r; dx <= r; dx++ {
			sum += p.pix[y*p.w+min(max(x+dx, 0), p.w-1)]
		}
		dst.pix[y*p.w+x] = sum / float32(2*r+1)
	}
}

func main() {
	src := newPicture(1600, 1200)
	dst := newPicture(1600, 1200)
	pool, err := skua.New(skua.Config{Workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	for pass := 0; pass < 8; pass++ {
		loop := skua.Loop{To: src.h, Body: func(p *skua.Part) {
			for p.Next() {
				src.row(dst, p.Index())
			}
		}}
		loop.Run(pool) // the line
		src, dst = dst, src
	}
	fmt.Printf("%.4f\n", src.pix[len(src.pix)/2])
}
