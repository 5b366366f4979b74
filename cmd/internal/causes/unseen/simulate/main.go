// Command simulate runs a simulation whose statistics after each step nobody made parallel.
package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/par"
)

type particle struct{ x, v float64 }

func main() {
	all := make([]particle, 60_000)
	for i := range all {
		all[i] = particle{float64(i) / 1000, 1}
	}
	median := 0.0
	for step := 0; step < 25; step++ {
		par.For(len(all), func(i int) {
			p := &all[i]
			p.v += 0.01 * math.Sin(p.x+median)
			p.x += 0.01 * p.v
		})
		speeds := make([]float64, 0, len(all))
		for _, p := range all {
			speeds = append(speeds, p.v*p.v)
		}
		slices.Sort(speeds)
		median = speeds[len(speeds)/2]
	}
	fmt.Printf("%.6f\n", median)
}
