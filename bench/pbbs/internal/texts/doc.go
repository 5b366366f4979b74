// Package texts has the benchmarks of the suite on text.
//
//	words.go                     what a word is
//	wordcounts.go                wordCounts: how often each word is there
//	invertedindex.go             invertedIndex: in which documents each word is
//	suffixes.go, suffixarray.go  suffixArray: where the suffixes begin, in order
//	repeated.go                  longestRepeatedSubstring
//	bwdecode.go                  BWDecode: a text from its Burrows-Wheeler transform
//
// The texts that the suite fetches (Wikipedia, a chromosome, books) are not here: all inputs are
// made of the suite's trigrams.
package texts

import "github.com/skua-go/skua/bench/pbbs/internal/suite"

const trigrams = "trigramString"

// Problems are the benchmarks of this package.
func Problems() []suite.Problem {
	return []suite.Problem{wordCounts(), invertedIndex(), suffixArray(), longestRepeated(), decode()}
}
