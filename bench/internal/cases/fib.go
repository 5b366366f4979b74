package cases

import "github.com/skua-go/skua"

var fibCase = Case{
	ID:       "fib",
	Question: "What does a fork and its join cost? Fibonacci numbers by two recursive calls, no cut-off.",
	Unit:     "fork",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 35)}
		}
		return []Params{params("n", 32)}
	},
	Slow: func(p Params) Params { return p.With("n", max(p.Int("n")-8, 0)) },
	Want: func(p Params) string { n := fibLoop(p.Int("n")); return number(&n)() },
	Ways: func() []Way {
		return together([]Way{
			plain("serial", func(p Params) *Run { return fibRun(p, fibSerial) }),
			serialIn("Rust", "rayon", "serial-fib"),
			serialIn("C", "openmp", "serial-fib"),
			serialIn("Java", "java", "serial-fib"),
			own("skua", func(pool *skua.Pool, p Params) *Run {
				return fibRun(p, func(n int) int { return fibFunc.On(pool, n) })
			}),
			own("skua Both", func(pool *skua.Pool, p Params) *Run {
				return fibRun(p, func(n int) int { return fibBothFunc.On(pool, n) })
			}),
			own("skua Join", func(pool *skua.Pool, p Params) *Run {
				return fibRun(p, func(n int) (answer int) {
					skua.Join(pool, func(w *skua.Worker) { answer = fibJoin(w, n) }, func(*skua.Worker) {})
					return answer
				})
			}),
		},
			native("rayon", "tbb", "openmp", "java"),
			spare("rayon-now", "chili", "lace", "parlay"),
			slow(rivals(both, func(both func(a, b func()), p Params, _ int) *Run {
				return fibRun(p, fibBy(both))
			})))
	},
}

func fibRun(p Params, fib func(n int) int) *Run {
	n := p.Int("n")
	var answer int
	return &Run{
		Ops:    fibLoop(n+1) - 1,
		Once:   func() { answer = fib(n) },
		Answer: number(&answer),
	}
}

var (
	fibFunc     = skua.NewFunc(fibFork)
	fibBothFunc = skua.NewFunc(fibBoth)
)

func fibFork(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fibFork(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fibFork(f, n-2)
	}
	return a + b
}

func fibBoth(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2)
	return a + b
}

func fibJoin(w *skua.Worker, n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	skua.Join(w,
		func(w *skua.Worker) { a = fibJoin(w, n-1) },
		func(w *skua.Worker) { b = fibJoin(w, n-2) })
	return a + b
}

// fibBy is the same with a rival's fork and join.
func fibBy(both func(a, b func())) func(n int) int {
	var fib func(n int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		var a, b int
		both(func() { a = fib(n - 1) }, func() { b = fib(n - 2) })
		return a + b
	}
	return fib
}

//go:noinline
func fibSerial(n int) int {
	if n < 2 {
		return n
	}
	return fibSerial(n-1) + fibSerial(n-2)
}

// fibLoop is the nth Fibonacci number by additions. The recursion forks once less
// than fibLoop(n+1) times.
func fibLoop(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}
