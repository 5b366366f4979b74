// Command transpose writes a large matrix by columns: all workers write to the same lines of memory.
package main

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

const n = 16

// totals of columns are beside each other.
var totals [n]atomic.Uint64

func main() {
	rows := make([][n]uint32, 100_000)
	for i := range rows {
		for k := range rows[i] {
			rows[i][k] = uint32(i * k)
		}
	}
	for range 12 {
		par.For(len(rows), func(i int) { // the line
			for k, v := range rows[i] {
				totals[k].Add(uint64(v))
			}
		})
	}
	fmt.Println(totals[3].Load())
}
