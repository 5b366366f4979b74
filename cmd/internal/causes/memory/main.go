// Command memory draws random numbers and counts the even ones, all in one word: the word moves
// from processor to processor.
package main

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

func main() {
	var even atomic.Int64
	par.For(30_000, func(i int) { // the line
		x := uint64(i)*0x9e3779b97f4a7c15 + 1
		for range 1000 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			even.Add(int64(x & 1))
		}
	})
	fmt.Println(even.Load())
}
