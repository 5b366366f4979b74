package texts

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func decode() suite.Problem {
	return suite.Problem{Benchmark: "BWDecode", Input: trigrams, Size: 1 << 20, Make: func(n int) suite.Instance {
		text := gen.Text(n)
		code := encode(text)
		return suite.Of(func(c forkjoin.Ctx) []byte { return decoded(c, code) },
			func() []byte { return decodedSerially(code) },
			func(got []byte) error {
				if err := suite.First(got, text); err != nil {
					return fmt.Errorf("the text: %w", err)
				}
				return nil
			})
	}}
}

// encode returns the byte before each suffix, in the order of the suffixes, of the text with a zero in
// front; before all is the last one.
func encode(text []byte) []byte {
	padded := append([]byte{0}, text...)
	var code []byte
	forkjoin.Serial(func(c forkjoin.Ctx) {
		for _, i := range suffixes(c, padded) {
			code = append(code, padded[(int(i)+len(padded)-1)%len(padded)])
		}
	})
	return code
}

func decodedSerially(code []byte) []byte {
	var next [257]int
	for _, b := range code {
		next[int(b)+1]++
	}
	for b := range 256 {
		next[b+1] += next[b]
	}
	follows := make([]uint32, len(code))
	for i, b := range code {
		follows[next[b]] = uint32(i)
		next[b]++
	}
	text := make([]byte, len(code)-1)
	row := follows[0]
	for k := range text {
		text[k] = code[follows[row]]
		row = follows[row]
	}
	return text
}

// decoded ranks the list of rows: those that begin a part of the list are chosen at random, each
// part is gone along by itself, and a serial walk over the parts says where each belongs.
func decoded(c forkjoin.Ctx, code []byte) []byte {
	n := len(code)
	rows := seq.Map(c, n, seq.Grain, func(i int) uint32 { return uint32(i) })
	follows := make([]uint32, n)
	seq.Group(c, rows, follows, 256, func(i uint32) int { return int(code[i]) })
	const apart = 256
	chosen := func(row uint32) bool { return row == 0 || gen.Hash64(uint64(row))%apart == 0 }
	heads := seq.Pack(c, n, func(i int) bool { return chosen(uint32(i)) }, func(i int) uint32 { return uint32(i) })
	type part struct {
		text []byte
		next uint32 // the row that begins the next part
	}
	parts := seq.Map(c, len(heads), 2, func(k int) part {
		row := heads[k]
		p := part{text: make([]byte, 0, apart)}
		for {
			p.text = append(p.text, code[follows[row]])
			if row = follows[row]; chosen(row) {
				p.next = row
				return p
			}
		}
	})
	number := make([]uint32, n) // of the part that a row begins
	seq.Each(c, len(heads), seq.Grain, func(k int) { number[heads[k]] = uint32(k) })
	inOrder := make([][]byte, 0, len(parts))
	for k := uint32(0); len(inOrder) < len(parts); k = number[parts[k].next] {
		inOrder = append(inOrder, parts[k].text)
	}
	return joined(c, inOrder)[1:] // without the zero in front
}
