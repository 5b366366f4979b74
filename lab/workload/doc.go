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
//	knapsack.go   branch and bound: the work depends on what is found when
//	quicksort.go  dividing in place: parallelism grows as the parts shrink
//	quicksort_answer.go  what it is checked by
//	quickselect.go  the k-th smallest: one parallel division after the other
//	treesum.go    a tree in memory: loads, and little else, for each fork
//	skynet.go     ten children for each task
//	spc.go        one task spawns all others
//	bpc.go        the task that spawns moves from worker to worker
//	grain.go      what the spawned tasks compute, and their answer in closed form
//	dag.go        tasks that start when their predecessors have ended
//	dag_args.go   its parameters, and its answer backwards
//	batch.go      full queues, with even or skewed tasks
//
// A recursive one forks wherever its twin calls itself more than once, down to
// the leaves: no cut-off. So the two do the same work, and the quotient of their
// times on one worker is what the forks cost. Input is made when the parameters
// are fixed, and is no part of a run.
package workload
