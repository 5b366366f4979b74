package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleFlatten() {
	fmt.Println(par.Flatten([][]int{{1, 2}, nil, {3}, {4, 5, 6}}))
	// Output: [1 2 3 4 5 6]
}
