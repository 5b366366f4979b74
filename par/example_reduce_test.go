package par_test

import (
	"fmt"
	"slices"

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

// A function that the compiler cannot see is called for each element: a nanosecond
// or two, far more than adding takes. One that gets a piece is a plain loop inside.
func ExampleMapReduce_pieces() {
	sum := func(piece []int) (total int) {
		for _, v := range piece {
			total += v
		}
		return total
	}
	add := func(a, b int) int { return a + b }

	numbers := slices.Repeat([]int{1, 2, 3}, 100_000)
	fmt.Println(par.MapReduce(slices.Collect(slices.Chunk(numbers, 4096)), 0, sum, add))
	// Output: 600000
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
