// Command prefix sums up each of many tiny blocks, in parallel inside of each block.
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func main() {
	blocks := make([][]int, 12000)
	for i := range blocks {
		blocks[i] = make([]int, 1500)
		for k := range blocks[i] {
			blocks[i][k] = (i ^ k) & 15
		}
	}
	sum := 0
	for rep := 0; rep < 2; rep++ {
		for _, b := range blocks {
			p := par.Scan(b, 0, func(a, b int) int { return (a + b) % 1_000_003 }) // the line
			sum += p[len(p)-1]
		}
	}
	fmt.Println(sum)
}
