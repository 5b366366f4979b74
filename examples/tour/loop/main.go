// Loop runs a loop on all processors.
// region loop
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func steps(n int) (count int) { // uneven: nobody knows how many
	for ; n > 1; count++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return count
}

func main() {
	counts := make([]int, 1_000_000)
	par.For(len(counts), func(i int) { counts[i] = steps(i) })
	fmt.Println(par.Max(counts))
}

// endregion
