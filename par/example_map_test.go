package par_test

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/par"
)

func ExampleMap() {
	fmt.Println(par.Map([]string{"arctic", "great", "pomarine"}, strings.ToUpper))
	// Output: [ARCTIC GREAT POMARINE]
}

func ExampleMapInto() {
	lengths := make([]int, 10) // used again and again
	names := []string{"arctic", "great", "pomarine"}
	par.MapInto(lengths, names, func(s string) int { return len(s) })
	fmt.Println(lengths[:len(names)])
	// Output: [6 5 8]
}
