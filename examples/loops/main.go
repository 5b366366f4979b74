// Command loops counts the steps of the Collatz sequence from every start below
// ten million: uneven work, which par shares out as it runs.
package main

import (
	"cmp"
	"fmt"

	"github.com/skua-go/skua/par"
)

func steps(n int) (count int) {
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
	// region loops
	counts := make([]int, 10_000_000)
	par.For(len(counts), func(i int) { counts[i] = steps(i) })

	total := par.Sum(counts)
	far := par.Filter(counts, func(c int) bool { return c > 500 })
	par.SortFunc(far, func(a, b int) int { return cmp.Compare(b, a) })
	// endregion
	fmt.Println(total, "steps; most:", far[:5])
}
