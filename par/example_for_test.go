package par_test

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

func ExampleFor() {
	squares := make([]int, 10)
	par.For(len(squares), func(i int) { squares[i] = i * i })
	fmt.Println(squares)
	// Output: [0 1 4 9 16 25 36 49 64 81]
}

// Progress is an atomic in the body: it costs some nanoseconds a call.
func ExampleFor_progress() {
	const n = 1000
	var done atomic.Int64
	par.For(n, func(i int) {
		// …
		if k := done.Add(1); k%(n/4) == 0 {
			fmt.Printf("%d %%\n", 100*k/n)
		}
	})
	// Unordered output:
	// 25 %
	// 50 %
	// 75 %
	// 100 %
}

// A block can keep what it needs in variables of its own.
func ExampleForRange() {
	const rows, columns = 4, 3
	image := make([]int, rows*columns)
	par.ForRange(0, rows, func(lo, hi int) {
		pixels := image[lo*columns : hi*columns]
		for i := range pixels {
			pixels[i] = lo*columns + i
		}
	})
	fmt.Println(image)
	// Output: [0 1 2 3 4 5 6 7 8 9 10 11]
}

func ExampleForEach() {
	accounts := []*struct{ cents int }{{100}, {250}, {1000}}
	par.ForEach(accounts, func(a *struct{ cents int }) { a.cents += a.cents / 10 })
	for _, a := range accounts {
		fmt.Print(a.cents, " ")
	}
	// Output: 110 275 1100
}

func ExampleChunks() {
	s := []int{5, 4, 3, 2, 1, 0}
	par.Chunks(s, 4, func(chunk []int) { chunk[0] = len(chunk) })
	fmt.Println(s)
	// Output: [4 4 3 2 2 0]
}
