// Command serial smooths a signal: each round is a loop, and a filter that goes from left to right.
package main

import (
	"context"
	"fmt"
	"math"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	samples = 400_000
	rounds  = 30
)

func main() {
	signal := make([]float64, samples)
	err := skua.Default().Run(context.Background(), func(w *skua.Worker) error { // the line
		for round := range rounds {
			par.For(samples, func(i int) { signal[i] += math.Sin(float64(i*round)) * math.Exp(-float64(i)/samples) })
			filter(signal)
		}
		return nil
	})
	fmt.Println(signal[samples/2], err)
}

// filter is recursive: each sample needs the one before.
func filter(s []float64) {
	for range 4 {
		for i := 1; i < len(s); i++ {
			s[i] = 0.25*s[i] + 0.75*s[i-1]/(1+s[i-1]*s[i-1])
		}
	}
}
