// Command queens solves the n queens problem with closures.
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

type board []int8

func (b board) ok(col int8) bool {
	for i, c := range b {
		d := int8(len(b) - i)
		if c == col || c == col-d || c == col+d {
			return false
		}
	}
	return true
}

func solve(b board, n int) int {
	if len(b) == n {
		return 1
	}
	if len(b) > 2 {
		sum := 0
		for col := int8(0); col < int8(n); col++ {
			if b.ok(col) {
				sum += solve(append(b, col), n)
			}
		}
		return sum
	}
	cols := make([]int8, n)
	for i := range cols {
		cols[i] = int8(i)
	}
	return par.MapReduce(cols, 0, func(col int8) int {
		if !b.ok(col) {
			return 0
		}
		c := make(board, len(b), n)
		copy(c, b)
		return solve(append(c, col), n)
	}, func(a, b int) int { return a + b })
}

func main() { fmt.Println(solve(nil, 12)) }
