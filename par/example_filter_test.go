package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleFilter() {
	even := func(n int) bool { return n%2 == 0 }
	fmt.Println(par.Filter([]int{3, 1, 4, 1, 5, 9, 2, 6}, even))
	// Output: [4 2 6]
}

func ExamplePartition() {
	even, odd := par.Partition([]int{3, 1, 4, 1, 5, 9, 2, 6}, func(n int) bool { return n%2 == 0 })
	fmt.Println(even, odd)
	// Output: [4 2 6] [3 1 1 5 9]
}
