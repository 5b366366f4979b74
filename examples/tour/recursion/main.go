// Recursion forks both calls of a body.
// region recursion
package main

import (
	"fmt"

	"github.com/skua-go/skua"
)

type point struct{ x, y int }

// paths counts the ways from a point of a grid to its corner.
var paths = skua.NewFunc(func(f *skua.Frame[point, int], p point) int {
	if p.x == 0 || p.y == 0 {
		return 1
	}
	a, b := f.Both(point{p.x - 1, p.y}, point{p.x, p.y - 1})
	return a + b
})

func main() { fmt.Println(paths.Run(point{12, 12})) }

// endregion
