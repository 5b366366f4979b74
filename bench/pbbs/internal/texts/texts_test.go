package texts

import (
	"bytes"
	"index/suffixarray"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
)

// TestChecks wants each check to accept the twin's answer, and to reject a spoiled one.
func TestChecks(t *testing.T) {
	spoils := map[string]map[string]func(any) any{
		"wordCounts": {
			"a word counted once more": func(a any) any { a.([]counted)[5].n++; return a },
			"a word lost":              func(a any) any { return a.([]counted)[1:] },
			"a word twice":             func(a any) any { return append(a.([]counted), a.([]counted)[0]) },
		},
		"invertedIndex": {
			"two documents swapped": func(a any) any { return bytes.Replace(a.([]byte), []byte(" 0 1"), []byte(" 1 0"), 1) },
			"a document lost":       func(a any) any { return bytes.Replace(a.([]byte), []byte(" 1"), nil, 1) },
			"a line lost":           func(a any) any { return a.([]byte)[bytes.IndexByte(a.([]byte), '\n')+1:] },
		},
		"suffixArray": {
			"two suffixes swapped": func(a any) any { s := a.([]uint32); s[7], s[8] = s[8], s[7]; return s },
			"a suffix twice":       func(a any) any { s := a.([]uint32); s[7] = s[8]; return s },
			"a suffix lost":        func(a any) any { return a.([]uint32)[1:] },
		},
		"longestRepeatedSubstring": {
			"a byte less":     func(a any) any { r := a.(repeat); r.length--; return r },
			"a byte more":     func(a any) any { r := a.(repeat); r.length++; return r },
			"the place twice": func(a any) any { r := a.(repeat); r.b = r.a; return r },
		},
		"BWDecode": {
			"a byte changed": func(a any) any { a.([]byte)[9]++; return a },
			"a byte lost":    func(a any) any { return a.([]byte)[1:] },
		},
	}
	for _, p := range Problems() {
		t.Run(p.Name(), func(t *testing.T) {
			i := p.Make(5000)
			if err := i.Check(i.Twin()); err != nil {
				t.Fatalf("the twin's answer: %v", err)
			}
			if len(spoils[p.Benchmark]) == 0 {
				t.Fatal("no spoiled answers")
			}
			for name, spoil := range spoils[p.Benchmark] {
				if err := i.Check(spoil(i.Twin())); err == nil {
					t.Errorf("the check accepts an answer with %s", name)
				}
			}
		})
	}
}

// TestWordCounts has capitals, digits, and words at both ends.
func TestWordCounts(t *testing.T) {
	text := []byte("The cat;the 3 CATS, and the Cat")
	var got []counted
	forkjoin.Serial(func(c forkjoin.Ctx) { got = countWords(c, text) })
	want := []counted{{"and", 1}, {"cat", 2}, {"cats", 1}, {"the", 3}}
	if !slices.Equal(ordered(got), want) || !slices.Equal(ordered(countWordsSerially(text)), want) {
		t.Errorf("counted %v, want %v", ordered(got), want)
	}
}

func TestIndex(t *testing.T) {
	text := []byte("before<doc the Cat<doc>cat dog cat<docdog")
	const want = "cat 0 1\ndog 1 2\nthe 0\n"
	var got []byte
	forkjoin.Serial(func(c forkjoin.Ctx) { got = index(c, text) })
	if string(got) != want || string(indexSerially(text)) != want {
		t.Errorf("the index is\n%s, serially\n%s, want\n%s", got, indexSerially(text), want)
	}
}

// TestSuffixes has texts with long repeats, and asks the standard library where parts of them are.
func TestSuffixes(t *testing.T) {
	for _, text := range []string{"a", "aa", "banana", strings.Repeat("a", 3000), strings.Repeat("abcab", 2000) + "abd"} {
		var got []uint32
		forkjoin.Serial(func(c forkjoin.Ctx) { got = suffixes(c, []byte(text)) })
		if err := checkSuffixes([]byte(text), got); err != nil {
			t.Errorf("text of %d bytes: %v", len(text), err)
		}
		part := text[len(text)/2:]
		want := suffixarray.New([]byte(text)).Lookup([]byte(part), -1)
		var at []int
		for _, i := range got {
			if strings.HasPrefix(text[i:], part) {
				at = append(at, int(i))
			}
		}
		slices.Sort(at)
		slices.Sort(want)
		if !slices.Equal(at, want) {
			t.Errorf("text of %d bytes: %d places of a part, want %d", len(text), len(at), len(want))
		}
	}
}

// TestEncode has the example of the suite's documentation.
func TestEncode(t *testing.T) {
	if got, want := string(encode([]byte("abcabcab"))), "bcc\x00aaabb"; got != want {
		t.Errorf("the transform is %q, want %q", got, want)
	}
}
