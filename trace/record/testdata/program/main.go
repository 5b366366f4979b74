// Program uses skua, and nothing that records.
package main

import "github.com/skua-go/skua/par"

// early is made while packages are initialized.
var early = sum(100_000)

func main() {
	if early != sum(100_000) {
		panic("two sums of the same")
	}
}

func sum(n int) int {
	return par.MapReduceN(n, 0, func(i int) int { return i }, func(a, b int) int { return a + b })
}
