package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleDo() {
	var words, lines int
	par.Do(
		func() { words = 1200 },
		func() { lines = 90 },
	)
	fmt.Println(words, lines)
	// Output: 1200 90
}
