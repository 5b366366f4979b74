// Command series lets heat spread over a short rod: a loop of some microseconds for each step.
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

const (
	length = 12_000
	steps  = 20_000
)

func main() {
	rod, next := make([]float64, length+2), make([]float64, length+2)
	rod[0] = 100
	for range steps {
		par.ForRange(1, length+1, func(lo, hi int) { // the line
			for i := lo; i < hi; i++ {
				next[i] = rod[i] + 0.1*(rod[i-1]-2*rod[i]+rod[i+1])
			}
		})
		next[0] = 100
		rod, next = next, rod
	}
	fmt.Println(rod[10])
}
