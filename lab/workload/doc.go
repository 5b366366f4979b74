// Package workload holds the programs by which schedulers are compared, each
// as a parallel version on skua, a sequential twin, and a check of the answer.
// It imports skua, and is for the laboratory, the tool and the benchmarks.
//
//	workload.go   what a workload is, and the table of all of them
//	args.go       parameters given as text
//	fib.go        two calls and an addition for each fork: the price of a fork
//	nqueens.go    the n-queens problem, all solutions: small irregular tasks
//	uts.go        Unbalanced Tree Search: trees that nobody can cut in advance
//	uts_tree.go   the trees: node, child, number of children
//	uts_named.go  the published trees with their sizes
//	uts_args.go   the benchmark's own flags
//
// A parallel version forks wherever its twin calls itself more than once, down
// to the leaves: no cut-off. So the two do the same work, and the quotient of
// their times on one worker is what the forks cost.
package workload
