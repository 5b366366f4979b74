package texts

import (
	"hash/maphash"
	"unsafe"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

// A word is a series of letters, in lower case.

// lower is the letter in lower case, and a space for all that is no letter.
func lower(b byte) byte {
	switch {
	case 'a' <= b && b <= 'z':
		return b
	case 'A' <= b && b <= 'Z':
		return b + 'a' - 'A'
	}
	return ' '
}

// lowered returns the text with lower of each byte.
func lowered(c forkjoin.Ctx, text []byte) []byte {
	return seq.Map(c, len(text), 2*seq.Grain, func(i int) byte { return lower(text[i]) })
}

// A token is one place of a word.
type token struct {
	hash       uint64
	begin, end uint32
	document   uint32
}

var seed = maphash.MakeSeed()

// tokenAt is the word that begins there.
func tokenAt(text []byte, begin int) token {
	end := begin
	for end < len(text) && text[end] != ' ' {
		end++
	}
	return token{hash: maphash.Bytes(seed, text[begin:end]), begin: uint32(begin), end: uint32(end)}
}

// begins reports whether a word begins there, given that the text has been lowered.
func begins(text []byte, i int) bool {
	return text[i] != ' ' && (i == 0 || text[i-1] == ' ')
}

// buckets is into how many parts words are divided by their hashes.
const buckets = 256

// byHash groups the words, so that all places of a word are in one bucket, in order.
func byHash(c forkjoin.Ctx, tokens []token) (grouped []token, starts []int) {
	grouped = make([]token, len(tokens))
	return grouped, seq.Group(c, tokens, grouped, buckets, func(t token) int { return int(t.hash >> 56) })
}

// asString is the text without a copy.
//
// SAFETY: nobody writes the text after it has been lowered.
func asString(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }
