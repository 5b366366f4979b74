package gen

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"math"
	"sync"
)

//go:embed trigrams.txt.gz
var trigramFile []byte

// A follower is a letter with the probability of it or one before it in its list.
type follower struct {
	letter byte
	upTo   float32
}

// trigrams are the letters that follow two letters; '_' is the end of a word.
var trigrams = sync.OnceValue(func() (table [27][27][]follower) {
	z, err := gzip.NewReader(bytes.NewReader(trigramFile))
	if err != nil {
		panic("gen: trigrams: " + err.Error())
	}
	for {
		var pair string
		var n int
		if _, err := fmt.Fscan(z, &pair, &n); err != nil {
			return table
		}
		list := make([]follower, n)
		var sum float32
		for k := range list {
			var letter string
			var p float32
			fmt.Fscan(z, &letter, &p)
			sum += p
			list[k] = follower{letter[0], sum}
		}
		list[n-1].upTo = 1
		table[place(pair[0])][place(pair[1])] = list
	}
})

func place(letter byte) int {
	if letter == '_' {
		return 26
	}
	return int(letter - 'a')
}

func nextLetter(table *[27][27][]follower, a, b byte, i int) byte {
	x := float64(uint32(Hash64(uint64(i)))) / math.MaxUint32
	list := table[place(a)][place(b)]
	j := 0
	for x > float64(list[j].upTo) {
		j++
	}
	return list[j].letter
}

// appendWord appends word number i without its end, of at most most letters with it.
func appendWord(table *[27][27][]follower, to []byte, i, most int) []byte {
	a := nextLetter(table, '_', '_', i)
	b := nextLetter(table, '_', a, i+1)
	to = append(to, a)
	for j := 1; b != '_' && j < most-1; {
		to = append(to, b)
		j++
		a, b = b, nextLetter(table, a, b, i+j)
	}
	return to
}

// Text returns words with a space behind each, n bytes: trigramString. A text that ends within a
// word ends with a space too.
func Text(n int) []byte {
	table := trigrams()
	text := make([]byte, 0, n+1)
	for len(text) < n {
		text = append(appendWord(&table, text, len(text), n-len(text)), ' ')
	}
	return text[:n]
}

// Words returns n words: trigramSeq.
func Words(n int) []string {
	table := trigrams()
	words := make([]string, n)
	var buffer []byte
	for i := range words {
		buffer = appendWord(&table, buffer[:0], 100*i, 100)
		words[i] = string(buffer)
	}
	return words
}
