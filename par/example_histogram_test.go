package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleHistogram() {
	ages := []int{3, 17, 25, 31, 38, 39, 62}
	fmt.Println(par.Histogram(ages, 7, func(age int) int { return age / 10 }))
	// Output: [1 1 1 3 0 0 1]
}
