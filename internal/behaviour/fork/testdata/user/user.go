// Package user forks tasks of several shapes; every function is named by a shape.
package user

import "github.com/skua-go/skua"

type node struct{ l, r *node }

type wide struct{ a, b, c, d uint64 }

func words(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := words(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = words(f, n-2)
	}
	return a + b
}

func pointers(f *skua.Frame[*node, int], x *node) int {
	if x == nil {
		return 0
	}
	a := pointers(f.Fork(x.r), x.l)
	b, done := f.Join()
	if !done {
		b = pointers(f, x.r)
	}
	return a + b + 1
}

func structs(f *skua.Frame[wide, wide], x wide) wide {
	if x.a == 0 {
		return x
	}
	y := wide{a: x.a / 2}
	a := structs(f.Fork(y), y)
	b, done := f.Join()
	if !done {
		b = structs(f, y)
	}
	return wide{a: a.a + b.a}
}

func slices(f *skua.Frame[[]int, struct{}], x []int) (none struct{}) {
	if len(x) < 2 {
		return
	}
	slices(f.Fork(x[len(x)/2:]), x[:len(x)/2])
	_, done := f.Join()
	if !done {
		slices(f, x[len(x)/2:])
	}
	return
}

func Use() {
	skua.NewFunc(words).Run(5)
	skua.NewFunc(pointers).Run(&node{})
	skua.NewFunc(structs).Run(wide{a: 4})
	skua.NewFunc(slices).Run(make([]int, 4))
}
