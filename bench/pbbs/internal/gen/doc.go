// Package gen makes the inputs of the Problem Based Benchmark Suite, bit-equal to those of the
// suite's own generators [ABD22]. Every value is a function of its index by a hash, so an
// input does not depend on who makes which part of it in what order.
//
//	hash.go      the hash, and numbers by their index
//	sequence.go  sequences of integers and reals
//	shuffle.go   a permutation
//	trigrams.go  words and text with the frequencies of English trigrams
//	points.go    points in two and three dimensions
//	graph.go     graphs as edges; adjacency.go: as neighbours
//
// The tests hold hashes of what the suite's generators made, commit 3932578 of
// cmuparlay/pbbsbench with commit 51017699 of cmuparlay/parlaylib, compiled without
// contraction of multiplications and additions. The code here is written anew. The table of trigrams,
// trigrams.txt.gz, is the suite's data, under the MIT licence, copyright 2020-present, the
// PBBS team.
package gen
