// Command tiny mixes three voices, block by block, and makes a fork of each voice of each block.
package main

import (
	"context"
	"fmt"
	"math"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	blocks = 20_000
	block  = 256
)

// A voice is a sine, as a rotation by some angle for each sample.
type voice struct {
	x, y, cos, sin float64
	out            [block]float64
}

func newVoice(pitch float64) *voice {
	return &voice{x: 1, cos: math.Cos(pitch), sin: math.Sin(pitch)}
}

func (v *voice) play() {
	for i := range v.out {
		for range 4 { // oversampled
			v.x, v.y = v.x*v.cos-v.y*v.sin, v.x*v.sin+v.y*v.cos
		}
		v.out[i] = v.y
	}
}

func main() {
	low, middle, high := newVoice(0.01), newVoice(0.013), newVoice(0.02)
	loudest := 0.0
	err := skua.Default().Run(context.Background(), func(*skua.Worker) error {
		for range blocks {
			par.Do(low.play, middle.play, high.play) // the line
			for i := range block {
				loudest = max(loudest, low.out[i]+middle.out[i]+high.out[i])
			}
		}
		return nil
	})
	fmt.Println(loudest, err)
}
