// Package graphs has the benchmarks of the suite on graphs.
//
//	inputs.go       the graphs
//	bfs.go          breadthFirstSearch: a tree of shortest ways
//	mis.go          maximalIndependentSet
//	matching.go     maximalMatching
//	forest.go       spanningForest
//	minforest.go    minSpanningForest
//	speculate.go    serial loops in parallel, by reservations
//	reservation.go  who may have a vertex; union.go: which vertices are connected
//
// The last four are greedy loops over vertices or edges. They run by deterministic reservations:
// many steps at once reserve what they need, and those commit that hold it, so the answer does not
// depend on the schedule [ABD22].
package graphs

import "github.com/skua-go/skua/bench/pbbs/internal/suite"

// Problems are the benchmarks of this package.
func Problems() []suite.Problem {
	var all []suite.Problem
	for _, of := range [][]suite.Problem{searches(), independent(), matchings(), forests(), minForests()} {
		all = append(all, of...)
	}
	return all
}
