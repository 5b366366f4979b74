package texts

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A counted is a word with how often it is there.
type counted struct {
	word string
	n    int
}

func wordCounts() suite.Problem {
	return suite.Problem{Benchmark: "wordCounts", Input: trigrams, Size: 1 << 21, Make: func(n int) suite.Instance {
		text := gen.Text(n)
		want := sync.OnceValue(func() []counted { return ordered(countWordsSerially(text)) })
		i := suite.Of(func(c forkjoin.Ctx) []counted { return countWords(c, text) },
			func() []counted { return countWordsSerially(text) },
			func(got []counted) error { return suite.First(ordered(got), want()) })
		i.Sent = &suite.Sent{Problem: "wordCounts", Input: func() []byte { return text }, Answer: parseCounts}
		return i
	}}
}

// ordered returns the words in order, which the benchmark leaves open.
func ordered(all []counted) []counted {
	return slices.SortedFunc(slices.Values(all), func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.n, b.n))
	})
}

func countWordsSerially(text []byte) []counted {
	counts := map[string]int{}
	var word []byte
	for _, b := range text {
		if l := lower(b); l != ' ' {
			word = append(word, l)
		} else if len(word) > 0 {
			counts[string(word)]++
			word = word[:0]
		}
	}
	if len(word) > 0 {
		counts[string(word)]++
	}
	return listed(counts)
}

func listed(counts map[string]int) []counted {
	all := make([]counted, 0, len(counts))
	for w, n := range counts {
		all = append(all, counted{w, n})
	}
	return all
}

func countWords(c forkjoin.Ctx, raw []byte) []counted {
	text := lowered(c, raw)
	tokens := seq.Pack(c, len(text), func(i int) bool { return begins(text, i) }, func(i int) token { return tokenAt(text, i) })
	grouped, starts := byHash(c, tokens)
	of := seq.Map(c, buckets, 1, func(b int) []counted {
		counts := map[string]int{}
		for _, t := range grouped[starts[b]:starts[b+1]] {
			counts[asString(text)[t.begin:t.end]]++
		}
		return listed(counts)
	})
	return joined(c, of)
}

// joined returns the lists as one.
func joined[T any](c forkjoin.Ctx, lists [][]T) []T {
	at := seq.Map(c, len(lists), seq.Grain, func(k int) int { return len(lists[k]) })
	all := make([]T, seq.Scan(c, at))
	seq.Each(c, len(lists), 1, func(k int) { copy(all[at[k]:], lists[k]) })
	return all
}

// parseCounts reads a word and its number from each line.
func parseCounts(b []byte) (any, error) {
	all := []counted{}
	for line := range bytes.Lines(b) {
		word, n, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		k, err := strconv.Atoi(n)
		if err != nil {
			return nil, err
		}
		all = append(all, counted{word, k})
	}
	return all, nil
}
