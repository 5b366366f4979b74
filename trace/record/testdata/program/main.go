// Program uses skua, and nothing that records.
package main

import "github.com/skua-go/skua"

var fib = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2)
	return a + b
})

// early is made while packages are initialized.
var early = fib.Run(20)

func main() {
	if early != fib.Run(20) {
		panic("two results of the same")
	}
}
