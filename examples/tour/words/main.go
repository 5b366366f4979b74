// Words counts by key, and takes the most frequent.
// region words
package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skua-go/skua/par"
)

func main() {
	words := strings.Fields(strings.Repeat("the skua steals what the gull has caught and the gull the fish ", 10_000))
	counts := par.CountBy(words, func(w string) string { return w })
	names := slices.Sorted(maps.Keys(counts))
	top := par.TopKFunc(names, 2, func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
	for _, w := range top {
		fmt.Println(w, counts[w])
	}
}

// endregion
