// Command fib is the scoreboard's fib: fib N [THREADS].
package main

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/scoreboard/internal/score"
)

var program = score.Program{Name: "fib", Begins: score.Iterations, Output: true, Run: run}

func main() { score.Main(program) }

func run(pool *skua.Pool, n int) func() (int, error) {
	return score.Known(forks.On(pool, n), additions(n))
}

var forks = skua.NewFunc(fib)

// fib forks one of its two calls.
func fib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fib(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

// additions is the nth Fibonacci number.
func additions(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}
