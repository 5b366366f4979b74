package texts

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// header begins a document.
const header = "<doc"

func invertedIndex() suite.Problem {
	return suite.Problem{Benchmark: "invertedIndex", Input: trigrams + "_docs", Size: 1 << 20, Make: func(n int) suite.Instance {
		text := documents(gen.Text(n))
		want := sync.OnceValue(func() []string { return strings.Split(string(indexSerially(text)), "\n") })
		i := suite.Of(func(c forkjoin.Ctx) []byte { return index(c, text) },
			func() []byte { return indexSerially(text) },
			func(got []byte) error {
				return suite.First(strings.Split(string(got), "\n"), want())
			})
		i.Sent = &suite.Sent{Problem: "invertedIndex", Input: func() []byte { return text }, Answer: func(b []byte) (any, error) { return b, nil }}
		return i
	}}
}

// documents begins a document at every two thousandth byte of the text.
func documents(text []byte) []byte {
	var out []byte
	for part := range slices.Chunk(text, 2000) {
		out = append(append(out, header...), part...)
	}
	return out
}

// indexSerially returns a line for each word, in order: the word and the numbers of its documents.
func indexSerially(text []byte) []byte {
	of := map[string][]uint32{}
	for number, document := range bytes.Split(text, []byte(header))[1:] {
		for _, w := range bytes.FieldsFunc(document, func(r rune) bool { return r >= 128 || lower(byte(r)) == ' ' }) {
			word := strings.ToLower(string(w))
			if list := of[word]; len(list) == 0 || list[len(list)-1] != uint32(number) {
				of[word] = append(list, uint32(number))
			}
		}
	}
	var out []byte
	for _, w := range slices.Sorted(maps.Keys(of)) {
		out = entry{w, of[w]}.append(out)
	}
	return out
}

// An entry is a word with its documents.
type entry struct {
	word      string
	documents []uint32
}

func (e entry) append(to []byte) []byte {
	to = append(to, e.word...)
	for _, d := range e.documents {
		to = strconv.AppendUint(append(to, ' '), uint64(d), 10)
	}
	return append(to, '\n')
}

func index(c forkjoin.Ctx, raw []byte) []byte {
	begin := seq.Pack(c, max(0, len(raw)-len(header)+1), func(i int) bool { return raw[i] == header[0] && string(raw[i:i+len(header)]) == header },
		func(i int) int { return i + len(header) })
	text := lowered(c, raw)
	grouped, starts := byHash(c, tokensOf(c, text, begin))
	entries := joined(c, seq.Map(c, buckets, 1, func(b int) []entry {
		return entriesOf(asString(text), grouped[starts[b]:starts[b+1]])
	}))
	seq.Sort(c, entries, func(x, y entry) int { return cmp.Compare(x.word, y.word) })
	const some = 32
	return joined(c, seq.Map(c, (len(entries)+some-1)/some, 1, func(k int) (out []byte) {
		for _, e := range entries[k*some : min(len(entries), (k+1)*some)] {
			out = e.append(out)
		}
		return out
	}))
}

// tokensOf returns the words of each document, which begin there.
func tokensOf(c forkjoin.Ctx, text []byte, begin []int) []token {
	return joined(c, seq.Map(c, len(begin), 1, func(d int) []token {
		end := len(text)
		if d+1 < len(begin) {
			end = begin[d+1] - len(header)
		}
		document := text[begin[d]:end]
		var tokens []token
		for i := range document {
			if begins(document, i) {
				t := tokenAt(document, i)
				t.begin += uint32(begin[d])
				t.end += uint32(begin[d])
				t.document = uint32(d)
				tokens = append(tokens, t)
			}
		}
		return tokens
	}))
}

// entriesOf returns the words of a bucket, in any order.
func entriesOf(text string, tokens []token) []entry {
	at := map[string]int{}
	var entries []entry
	for _, t := range tokens {
		word := text[t.begin:t.end]
		k, there := at[word]
		if !there {
			k = len(entries)
			at[word] = k
			entries = append(entries, entry{word: word})
		}
		if e := &entries[k]; len(e.documents) == 0 || e.documents[len(e.documents)-1] != t.document {
			e.documents = append(e.documents, t.document)
		}
	}
	return entries
}
