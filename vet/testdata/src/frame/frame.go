package frame

import (
	"context"

	"github.com/skua-go/skua"
)

type frame = skua.Frame[int, int]

var other *skua.Func[int, int]

func look(f *frame) bool { return f != nil }

func wrong(f *frame, n int) int {
	next := f.Fork(n - 2)
	a := fib(f, n-1) // want `f is passed on between its Fork and its Join: pass the frame that Fork returned \(fork at line 16\)`
	b, done := f.Join()
	if !done {
		b = fib(next, n-2)
	}
	return a + b
}

func notJoined(f *frame, n int) int {
	f.Fork(n - 2)
	return fib(f, n-1) // want `f is passed on between`
}

func atPlace(f *frame, n int) int {
	g := f.Fork(n - 2)
	a := other.On(f, n) // want `f is passed on between`
	s := skua.NewScope(context.Background(), g)
	s.Wait()
	b, done := f.Join()
	if !done {
		b = other.On(f, n)
	}
	return a + b
}

func again(f *frame, n int) int {
	f.Fork(n)
	a, b := f.Both(1, 2)       // want `f.Both between Fork and Join of f`
	f.Each([]int{1}, []int{2}) // want `f.Each between Fork and Join of f`
	if c, done := f.Join(); done {
		return c
	}
	return a + b
}

func unknown(f *frame, n int, call func(*frame)) int {
	f.Fork(n)
	call(f) // want `f is passed on between`
	if c, done := f.Join(); done {
		return c
	}
	return 0
}

func fib(f *frame, n int) int {
	a := fib(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

func helped(f *frame, n int) int {
	a := fib(f.Fork(n-2), n-1)
	return a + helper(f, n-2)
}

func helper(f *frame, n int) int {
	b, done := f.Join()
	if !done {
		b = fib(f, n)
	}
	return b
}

func sometimes(f *frame, n int) int {
	next := f
	if n > 20 {
		next = f.Fork(n - 2)
	}
	a := fib(next, n-1)
	if n > 20 {
		if b, done := f.Join(); done {
			return a + b
		}
	}
	return a + fib(f, n-2)
}

func rounds(f *frame, n int) int {
	sum := 0
	for i := range n {
		fib(f, i)
		sum += fib(f.Fork(n), n-1)
		f.Poll()
		if rest, done := f.Join(); done {
			return sum + rest
		}
	}
	return sum
}
