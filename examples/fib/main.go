// Command fib is the cheapest form of a fork: offer one branch, go on with the
// other, and take the first one back as a plain call unless a thief has it.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/skua-go/skua"
)

// region fib
func fib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fib(f.Fork(n-2), n-1) // offer n-2 to thieves, go on with n-1
	b, done := f.Join()        // a thief did it,
	if !done {
		b = fib(f, n-2) // or it is still ours: a plain call
	}
	return a + b
}

// endregion

func main() {
	n := 38
	if len(os.Args) > 1 {
		var err error
		if n, err = strconv.Atoi(os.Args[1]); err != nil {
			log.Fatal("usage: fib [N]: ", err)
		}
	}
	fmt.Println(skua.NewFunc(fib).Run(n))
}
