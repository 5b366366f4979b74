// region quick

package main

import (
	"fmt"

	"github.com/skua-go/skua"
)

func fib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2) // two calls that may run at the same time
	return a + b
}

func main() { fmt.Println(skua.NewFunc(fib).Run(40)) }

// endregion
