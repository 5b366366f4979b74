package fork

import (
	"errors"

	"github.com/skua-go/skua"
)

type frame = skua.Frame[int, int]

func work(f *frame, n int) (int, error) { return n, errors.New("none") }

func early(f *frame, n int) (int, error) {
	a, err := work(f.Fork(n-2), n-1) // want `this fork is not joined on the way to the return at line 16`
	if err != nil {
		return 0, nil
	}
	b, done := f.Join()
	if !done {
		b, _ = work(f, n-2)
	}
	return a + b, nil
}

func never(f *frame, n int) int {
	return never(f.Fork(n-2), n-1) // want `this fork is never joined`
}

func resultDropped(f *frame, n int) int {
	f.Fork(n) // want `this fork is never joined`
	return n
}

func twice(f *frame, n int) int {
	g := f.Fork(n - 2)
	h := f.Fork(n - 3) // want `f is forked again before the fork at line 35 is joined`
	a, _ := work(g, n-1)
	b, _ := work(h, n-1)
	c, done := f.Join()
	if !done {
		c = n
	}
	return a + b + c
}

func order(f *frame, n int) int {
	g := f.Fork(n - 3)
	a := trib(g.Fork(n-2), n-1)
	c, done := f.Join() // want `f is joined before the frame that its Fork returned, which was forked at line 48`
	if !done {
		c = trib(f, n-3)
	}
	b, done := g.Join()
	if !done {
		b = trib(g, n-2)
	}
	return a + b + c
}

func loop(f *frame, n int) int {
	sum := 0
	for i := range n {
		sum += fib(f.Fork(i), i) // want `f is forked in every round of a loop that does not join it`
	}
	b, done := f.Join()
	if !done {
		b = fib(f, 0)
	}
	return sum + b
}

func chain(f *frame, n int) {
	for i := range n {
		f = f.Fork(i) // want `this fork is never joined`
	}
}

func breaks(f *frame, n int) int {
	for i := range n {
		a := fib(f.Fork(i), i) // want `this fork is not joined on the way to the return at line 88`
		if a > 10 {
			break
		}
		if _, done := f.Join(); !done {
			fib(f, i)
		}
	}
	return n
}

func generic[A, R any](f *skua.Frame[A, R], a A) {
	f.Fork(a) // want `this fork is never joined`
}

var inVariable = skua.NewFunc(func(f *frame, n int) int {
	f.Fork(n) // want `this fork is never joined`
	return n
})

func callee(f *frame, n int) int {
	next := f.Fork(n) // want `this fork is never joined`
	return leaf(next, n)
}

func leaf(f *frame, n int) int {
	f.Poll()
	return n
}
