// Package sorts has the benchmarks of the suite on sequences.
//
//	integersort.go       integerSort: sort by keys of a few bits, stably
//	comparisonsort.go    comparisonSort
//	histogram.go         histogram: how often each key is there
//	removeduplicates.go  removeDuplicates: each value once
package sorts

import "github.com/skua-go/skua/bench/pbbs/internal/suite"

// Problems are the benchmarks of this package.
func Problems() []suite.Problem {
	var all []suite.Problem
	for _, of := range [][]suite.Problem{integerSort(), comparisonSort(), histogram(), removeDuplicates()} {
		all = append(all, of...)
	}
	return all
}
