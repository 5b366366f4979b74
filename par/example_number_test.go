package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleSum() {
	fmt.Println(par.Sum([]float64{0.5, 2, 4}))
	// Output: 6.5
}

func ExampleMin() {
	fmt.Println(par.Min([]string{"skua", "auk", "tern"}))
	// Output: auk
}

func ExampleMax() {
	fmt.Println(par.Max([]int{3, 9, 4}))
	// Output: 9
}

// Any type whose underlying type is a number's is one.
func ExampleNumber() {
	type cents int64
	fmt.Println(par.Sum([]cents{199, 250}))
	// Output: 449
}
