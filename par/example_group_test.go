package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleGroupBy() {
	words := []string{"be", "to", "not", "or", "the", "question"}
	fmt.Println(par.GroupBy(words, func(s string) int { return len(s) }))
	// Output: map[2:[be to or] 3:[not the] 8:[question]]
}
