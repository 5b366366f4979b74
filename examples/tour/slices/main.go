// Slices chains functions of par that are named as those of slices are.
// region slices
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func main() {
	roots := par.MapN(1000, func(i int) int { return i * i % 1000 })
	big := par.Filter(roots, func(v int) bool { return v >= 990 })
	par.Sort(big)
	fmt.Println(par.Unique(big), par.Sum(roots), par.Index(roots, 1))
}

// endregion
