package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleReduce() {
	concat := func(a, b string) string { return a + b } // associative, not commutative
	fmt.Println(par.Reduce([]string{"s", "k", "u", "a"}, "", concat))
	// Output: skua
}

func ExampleMapReduce() {
	square := func(x float64) float64 { return x * x }
	sum := func(a, b float64) float64 { return a + b }
	fmt.Println(par.MapReduce([]float64{1, 2, 3}, 0, square, sum))
	// Output: 14
}

// Counting words: each block has a map of its own.
func ExampleFold() {
	counts := par.Fold([]string{"to", "be", "or", "not", "to", "be"},
		func() map[string]int { return map[string]int{} },
		func(m map[string]int, word string) map[string]int {
			m[word]++
			return m
		},
		func(a, b map[string]int) map[string]int {
			for word, n := range b {
				a[word] += n
			}
			return a
		})
	fmt.Println(counts)
	// Output: map[be:2 not:1 or:1 to:2]
}
