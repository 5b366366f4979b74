// Command matmul is the scoreboard's matmul: matmul N [THREADS]. It multiplies two matrices of N by
// N ones, by quarters down to blocks of 32 by 32.
//
//	main.go          the tasks
//	block.go         a block, and which of the ways to multiply it is the processor's
//	block_amd64.s    the way with vectors of eight numbers
//	block_amd64.go   its declaration
//	block_other.go   where there is none
package main

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/scoreboard/internal/score"
)

var program = score.Program{Name: "matmul", Begins: score.MatrixSize, Run: run}

func main() { score.Main(program) }

// run makes the matrices too: that is timed in all programs.
func run(pool *skua.Pool, n int) func() (int, error) {
	m := &matrices{a: ones(n), b: ones(n), c: make([]int32, n*n), side: n}
	if n&(n-1) != 0 {
		return func() (int, error) { return 0, fmt.Errorf("%d is no power of 2", n) }
	}
	products.On(pool, product{m: m, n: n})
	return func() (int, error) {
		for i, x := range m.c {
			if int(x) != n {
				return 0, fmt.Errorf("wrong result at (%d,%d): %d, want %d", i/n, i%n, x, n)
			}
		}
		return n, nil
	}
}

func ones(n int) []int32 {
	m := make([]int32, n*n)
	for i := range m {
		m[i] = 1
	}
	return m
}

// matrices have so many rows, each as long.
type matrices struct {
	a, b, c []int32
	side    int
}

var products = skua.NewFunc(multiply)

// A product is a task: add a block of a times a block of b to a block of c. The blocks have n
// rows and columns, and begin at the indices a, b and c.
type product struct {
	m          *matrices
	a, b, c, n int
}

// quarter is the part of p that adds to the quarter of c at row and column: half 0 or 1 of the sum.
func (p product) quarter(row, column, half int) product {
	k := p.n / 2
	down := k * p.m.side
	return product{
		m: p.m,
		a: p.a + row*down + half*k,
		b: p.b + half*down + column*k,
		c: p.c + row*down + column*k,
		n: k,
	}
}

// multiply does the quarters of the first half of the sum, then those of the second: no two
// tasks add to the same numbers at a time.
func multiply(f *skua.Frame[product, struct{}], p product) (none struct{}) {
	if p.n <= block {
		addProduct(p.m.c[p.c:], p.m.a[p.a:], p.m.b[p.b:], p.n, p.m.side)
		return none
	}
	for half := range 2 {
		quarters := [4]product{p.quarter(0, 0, half), p.quarter(0, 1, half), p.quarter(1, 0, half), p.quarter(1, 1, half)}
		var forked [3]*skua.Frame[product, struct{}]
		top := f
		for i := range forked {
			forked[i] = top
			top = top.Fork(quarters[i])
		}
		multiply(top, quarters[3])
		for i := len(forked) - 1; i >= 0; i-- {
			if _, done := forked[i].Join(); !done {
				multiply(forked[i], quarters[i])
			}
		}
	}
	return none
}
