package texts

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func suffixArray() suite.Problem {
	return suite.Problem{Benchmark: "suffixArray", Input: trigrams, Size: 1 << 18, Make: func(n int) suite.Instance {
		text := gen.Text(n)
		return suite.Elided(func(c forkjoin.Ctx) []uint32 { return suffixes(c, text) },
			func(got []uint32) error { return checkSuffixes(text, got) })
	}}
}

// checkSuffixes wants every suffix once, and each before the next: by its first byte, and if these are
// equal by the places of the suffixes behind them.
func checkSuffixes(text []byte, array []uint32) error {
	n := len(text)
	if len(array) != n {
		return fmt.Errorf("%d suffixes, want %d", len(array), n)
	}
	places := make([]int, n+1) // the empty suffix comes first
	for k, i := range array {
		if int(i) >= n || places[i] > 0 {
			return fmt.Errorf("suffix %d is %d, which is there twice or none", k, i)
		}
		places[i] = k + 1
	}
	for k := range n - 1 {
		a, b := array[k], array[k+1]
		if text[a] > text[b] || text[a] == text[b] && places[a+1] >= places[b+1] {
			return fmt.Errorf("suffixes %d and %d, from %d and from %d, are not in order", k, k+1, a, b)
		}
	}
	return nil
}
