// Package inline calls generic functions of package par, which are compiled with it.
package inline

import (
	"slices"
	"strings"

	"github.com/skua-go/skua/par"
)

func Use() {
	words := strings.Fields("a b c")
	lengths := par.Map(words, func(s string) int { return len(s) })
	sum := func(a, b int) int { return a + b }
	par.Reduce(lengths, 0, sum)
	par.ReduceRange(0, len(lengths), 0, sum, sum)
	par.ForSeq(slices.Values(words), func(string) {})
}
