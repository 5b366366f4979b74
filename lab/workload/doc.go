// Package workload holds the programs by which schedulers are compared, each
// as a parallel version on skua, a sequential twin, and a check of the answer.
// It imports skua, and is for the laboratory, the tool and the benchmarks.
//
//	workload.go   what a workload is, and the table of all of them
//	args.go       parameters given as text
//	fib.go        two calls and an addition for each fork: the price of a fork
//	nqueens.go    the n-queens problem, all solutions: small irregular tasks
//	uts.go        Unbalanced Tree Search: trees that cannot be cut in advance
//	uts_tree.go   the trees: node, child, number of children
//	uts_named.go  the published trees with their sizes
//	uts_args.go   the benchmark's own flags
//	cilksort.go   merge sort: tasks of two types, divided by their data
//	matmul.go     a product of matrices by halves: regular tasks with heavy leaves
//	strassen.go   seven products for eight: sums before and after the forks
//	lu.go         two triangles: tasks that must wait for each other
//	lu_numbers.go  the matrix whose triangles are known
//	heat.go       a loop for each step, over lines that cost the same
//	heat_waves.go  the heat that is known at any time
//	mandelbrot.go  one loop, over lines whose cost is not known before
//	primes.go     one loop, over numbers that cost little or much
//	matrix.go     matrices and blocks of them, and how a product is checked
//	data.go       numbers that look random, checksums, memory for the next run
//	knapsack.go   branch and bound: the work depends on what is found when
//	quicksort.go  dividing in place: parallelism grows as the parts shrink
//	quickselect.go  the k-th smallest: one parallel division after the other
//	treesum.go    a tree in memory: loads, and little else, for each fork
//	skynet.go     ten children for each task
//	spc.go        one task spawns all the other tasks
//	bpc.go        the task that spawns moves from worker to worker
//	grain.go      what the spawned tasks compute, and their answer in closed form
//	spawn.go      scopes that unwind when their run is cancelled
//	dag.go        tasks that start when their predecessors have ended
//	dag_args.go   its parameters, and its answer backwards
//	batch.go      full queues, with even or skewed tasks
//
// A recursive one forks wherever its twin calls itself more than once, down to
// the leaves: no cut-off, but blocks where the algorithm has them. So the two do
// the same work, and the quotient of their times on one worker is what the forks
// cost. Input is made when the parameters are fixed, and is no part of a run; what
// a run changes it fills first.
package workload
