package workload

import "github.com/skua-go/skua"

const (
	fibDefault = 35           // 15 million forks
	fibMax     = 45 + 45*wide // fib(fibMax+1) fits in an int; fib(90) takes centuries
)

var fibWorkload = Workload{
	Name:    "fib",
	Doc:     "Fibonacci numbers by two recursive calls: nothing but forks",
	Params:  []Param{{Name: "n", Default: "35", Doc: "compute the `n`th Fibonacci number"}},
	prepare: prepareFib,
}

var fibFunc = skua.NewFunc(fib)

func prepareFib(r *reader) *Instance {
	n := r.whole("n", fibDefault, 0, fibMax)
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel:   func(p skua.Place) any { return fibFunc.On(p, n) },
		Sequential: func() any { return fibSeq(n) },
		Check:      checkEqual(fibLoop(n)),
		Tasks:      func(any) int { return fibLoop(n+1) - 1 },
	}
}

// fib forks fib(n-2) and goes on with fib(n-1).
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

// fibSeq is fib without the forks.
//
//go:noinline
func fibSeq(n int) int {
	if n < 2 {
		return n
	}
	return fibSeq(n-1) + fibSeq(n-2)
}

// fibLoop is the nth Fibonacci number by n additions. The recursion for n ends
// in fibLoop(n+1) leaves, and forks once less than that.
func fibLoop(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}
