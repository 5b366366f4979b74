package texts

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A repeat is a string that is at two places of a text.
type repeat struct{ length, a, b int }

func longestRepeated() suite.Problem {
	return suite.Problem{Benchmark: "longestRepeatedSubstring", Input: trigrams, Size: 1 << 18, Make: func(n int) suite.Instance {
		text := gen.Text(n)
		return suite.Elided(func(c forkjoin.Ctx) repeat { return longest(c, text) },
			func(got repeat) error { return checkRepeat(text, got) })
	}}
}

// longest finds the neighbours in the suffix array that have the most in common. In the order of
// the text, what a suffix has in common with its predecessor is at most one byte less than what
// the suffix before it in the text had, so a block of the text is gone through once.
func longest(c forkjoin.Ctx, text []byte) repeat {
	n := len(text)
	array := suffixes(c, text)
	before := make([]uint32, n) // of each suffix: the one before it in the order; of the first, itself
	seq.Each(c, n, seq.Grain, func(k int) { before[array[k]] = array[max(0, k-1)] })
	const block = 4096
	found := seq.Map(c, (n+block-1)/block, 1, func(b int) (best repeat) {
		common := 0
		for i := b * block; i < min(n, (b+1)*block); i++ {
			j := int(before[i])
			if j == i {
				common = 0
				continue
			}
			for max(i, j)+common < n && text[i+common] == text[j+common] {
				common++
			}
			if common > best.length {
				best = repeat{common, i, j}
			}
			common = max(0, common-1)
		}
		return best
	})
	best := repeat{}
	for _, r := range found {
		if r.length > best.length {
			best = r
		}
	}
	return best
}

// checkRepeat wants the same string at both places, and no longer one twice: then there is none
// that is one byte longer.
func checkRepeat(text []byte, r repeat) error {
	end := max(r.a, r.b) + r.length
	if r.length < 0 || min(r.a, r.b) < 0 || end > len(text) || r.length > 0 && r.a == r.b {
		return fmt.Errorf("%d bytes at %d and %d of %d", r.length, r.a, r.b, len(text))
	}
	s := asString(text)
	if s[r.a:r.a+r.length] != s[r.b:r.b+r.length] {
		return fmt.Errorf("the %d bytes at %d and %d differ", r.length, r.a, r.b)
	}
	seen := map[string]bool{}
	for i := range len(s) - r.length {
		part := s[i : i+r.length+1]
		if seen[part] {
			return fmt.Errorf("%d bytes, but %q is there twice", r.length, part)
		}
		seen[part] = true
	}
	return nil
}
