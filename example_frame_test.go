package skua_test

import (
	"fmt"

	"github.com/skua-go/skua"
)

// fibonacci is the shape of every typed fork.
func fibonacci(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fibonacci(f.Fork(n-2), n-1) // offer n-2 to thieves, go on with n-1
	b, done := f.Join()              // a thief did it,
	if !done {
		b = fibonacci(f, n-2) // or it is still ours: a plain call
	}
	return a + b
}

func ExampleFrame() {
	fmt.Println(skua.NewFunc(fibonacci).Run(20))
	// Output: 6765
}

// Several forks may be pending, each on the frame that the one before returned.
// They are joined in reverse order.
func ExampleFrame_Fork() {
	var trib func(f *skua.Frame[int, int], n int) int
	trib = func(f *skua.Frame[int, int], n int) int {
		if n < 3 {
			return n / 2
		}
		g := f.Fork(n - 3)
		a := trib(g.Fork(n-2), n-1)
		b, done := g.Join()
		if !done {
			b = trib(g, n-2)
		}
		c, done := f.Join()
		if !done {
			c = trib(f, n-3)
		}
		return a + b + c
	}
	fmt.Println(skua.NewFunc(trib).Run(15))
	// Output: 1705
}

func ExampleFrame_Join() {
	var depth func(f *skua.Frame[int, int], n int) int
	depth = func(f *skua.Frame[int, int], n int) int {
		if n <= 1 {
			return 0
		}
		a := depth(f.Fork(n/3), n/2)
		b, done := f.Join()
		if !done { // no thief came: the frame is ours again
			b = depth(f, n/3)
		}
		return 1 + max(a, b)
	}
	fmt.Println(skua.NewFunc(depth).Run(1000))
	// Output: 9
}

// levels is a variable of the package, so its body cannot name it: that would be an
// initialization cycle. It calls itself by its frame.
var levels = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
	switch {
	case n <= 1:
		return 0
	case n < 10:
		return 1 + f.Call(n/2) // nothing to fork
	}
	a := f.Fork(n / 3).Call(n / 2)
	b, done := f.Join()
	if !done {
		b = f.Call(n / 3)
	}
	return 1 + max(a, b)
})

func ExampleFrame_Call() {
	fmt.Println(levels.Run(1000))
	// Output: 9
}

func ExampleFrame_Both() {
	binomial := skua.NewFunc(func(f *skua.Frame[[2]int, int], nk [2]int) int {
		n, k := nk[0], nk[1]
		if k == 0 || k == n {
			return 1
		}
		a, b := f.Both([2]int{n - 1, k - 1}, [2]int{n - 1, k})
		return a + b
	})
	fmt.Println(binomial.Run([2]int{10, 3}))
	// Output: 120
}

func ExampleFrame_Each() {
	type dir struct {
		size int
		subs []dir
	}
	usage := skua.NewFunc(func(f *skua.Frame[dir, int], d dir) int {
		total, sizes := d.size, make([]int, len(d.subs))
		f.Each(d.subs, sizes)
		for _, size := range sizes {
			total += size
		}
		return total
	})
	fmt.Println(usage.Run(dir{1, []dir{{20, nil}, {300, []dir{{4000, nil}}}}}))
	// Output: 4321
}

// A long loop without forks polls, so that thieves get what was forked before
// it, and a cancelled run stops.
func ExampleFrame_Poll() {
	collatz := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		steps := 0
		for ; n != 1; steps++ {
			if steps%64 == 0 {
				f.Poll()
			}
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
		}
		return steps
	})
	fmt.Println(collatz.Run(27))
	// Output: 111
}
