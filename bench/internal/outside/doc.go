// Package outside measures programs that are not linked into the benchmark: skua's tool and
// the programs that it is compared with. The commands bench/images and bench/each use it.
//
//	build.go   builds the tools of the tree
//	run.go     runs a program and says what it used
//	use_*.go   what the system says that it used
//	turns.go   takes samples of several ways in turn
//	found.go   what was found: as JSON, and as a region of a document
package outside
