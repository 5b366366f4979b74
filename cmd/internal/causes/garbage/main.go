// Command garbage builds trees of small nodes, counts their leaves and drops them.
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

type node struct {
	left, right *node
	name        string
	weights     []int
}

func build(depth int) *node {
	n := &node{name: fmt.Sprint("node ", depth), weights: make([]int, depth)}
	if depth > 0 {
		n.left, n.right = build(depth-1), build(depth-1)
	}
	return n
}

func (n *node) leaves() int {
	if n.left == nil {
		return 1
	}
	return n.left.leaves() + n.right.leaves()
}

func main() {
	kept := make([]*node, 64) // the collector has something to mark
	for i := range kept {
		kept[i] = build(11)
	}
	counts := make([]int, 600)
	par.For(len(counts), func(i int) { // the line
		tree := build(10)
		kept[i%len(kept)].left = nil
		counts[i] = tree.leaves() + len(kept[i%len(kept)].name)
	})
	sum := 0
	for _, n := range counts {
		sum += n
	}
	fmt.Println(sum)
}
