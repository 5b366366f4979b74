// Command bfs walks a long, thin graph level by level: a loop for each level, with a handful of nodes.
package main

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

const (
	levels = 15000
	width  = 24
)

// neighbours of a node are in the next level.
func neighbours(node int32) [3]int32 {
	level, at := node/width, node%width
	next := (level + 1) * width
	return [3]int32{next + at, next + (at+1)%width, next + (at*7+3)%width}
}

func main() {
	seen := make([]atomic.Bool, (levels+1)*width)
	dist := make([]int32, len(seen))
	frontier, next := []int32{0}, make([]int32, 3*width)
	for depth := int32(1); depth < levels; depth++ {
		var n atomic.Int32
		par.ForEach(frontier, func(node int32) { // the line
			for _, to := range neighbours(node) {
				if !seen[to].Swap(true) {
					h := uint32(to)
					for i := 0; i < 150; i++ { // a look at the node
						h = h*1664525 + 1013904223
					}
					dist[to] = depth + int32(h>>31)
					next[n.Add(1)-1] = to
				}
			}
		})
		frontier, next = next[:n.Load()], frontier[:cap(frontier)]
		if cap(next) < 3*width {
			next = make([]int32, 3*width)
		}
	}
	fmt.Println(dist[(levels-2)*width])
}
