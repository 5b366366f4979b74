package par_test

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/par"
)

func ExampleLocal() {
	buf := par.Local(func() strings.Builder { return strings.Builder{} })
	words := par.Map([]string{"skua", "tern", "gull"}, func(s string) string {
		b := buf.View()
		b.Reset()
		for _, r := range s {
			b.WriteRune(r - 'a' + 'A')
		}
		return b.String()
	})
	fmt.Println(words)
	// Output: [SKUA TERN GULL]
}
