package done

import "github.com/skua-go/skua"

type frame = skua.Frame[int, int]

func dropped(f *frame, n int) int {
	a := dropped(f.Fork(n-2), n-1)
	b, _ := f.Join() // want `the second result of Join is dropped`
	return a + b
}

func bare(f *frame, n int) int {
	a := bare(f.Fork(n-2), n-1)
	f.Join() // want `the results of Join are dropped`
	return a
}

func overwritten(f *frame, n int) int {
	b, done := f.Fork(n).Join()
	if !done {
		return 0
	}
	g := f.Fork(n - 1)
	a := overwritten(g, n)
	b, done = f.Join() // want `no statement reads the second result of Join`
	return a + b
}

func speculative(f *frame, n int) int {
	a := speculative(f.Fork(n-2), n-1)
	_, _ = f.Join() // need not run
	return a
}

func onlyDone(f *frame, n int) int {
	a := onlyDone(f.Fork(n-2), n-1)
	if _, done := f.Join(); !done {
		a += onlyDone(f, n-2)
	}
	return a
}

func shared(f *frame, n int) func() bool {
	var done bool
	_, done = f.Join()
	return func() bool { return done }
}

type other struct{}

func (other) Join() (int, bool) { return 0, false }

func notSkua(o other) int {
	o.Join()
	x, _ := o.Join()
	return x
}

func allowed(f *frame) {
	f.Fork(1)
	//skua:allow done the test counts how many were stolen
	f.Join()
	//skua:allow done
	f.Join() // want `the results of Join are dropped`
}
