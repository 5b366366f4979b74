// Command longleaf searches the longest chains of Collatz below powers of four: a recursion whose
// last leaf has three times the work of all others.
package main

import (
	"fmt"

	"github.com/skua-go/skua"
)

// A stretch is the numbers from 4 to the power of low to 4 to the power of high.
type stretch struct{ low, high int }

// longest divides by exponents, and the last exponent has three quarters of all numbers.
func longest(f *skua.Frame[stretch, int], s stretch) int {
	if s.high-s.low == 1 {
		return chains(1<<(2*s.low), 1<<(2*s.high))
	}
	middle := (s.low + s.high) / 2
	a := longest(f.Fork(stretch{middle, s.high}), stretch{s.low, middle}) // the line
	b, done := f.Join()
	if !done {
		b = longest(f, stretch{middle, s.high})
	}
	return max(a, b)
}

func chains(from, to int) (most int) {
	for n := from; n < to; n++ {
		steps := 0
		for x := n; x != 1; steps++ {
			if x%2 == 0 {
				x /= 2
			} else {
				x = 3*x + 1
			}
		}
		most = max(most, steps)
	}
	return most
}

func main() { fmt.Println(skua.NewFunc(longest).Run(stretch{0, 10})) }
