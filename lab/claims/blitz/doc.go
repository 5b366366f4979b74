// Package blitz re-measures what the documentation of Blitz says of work stealing
// [BZ26].
//
//	overheads.go      what a fork, a push and a steal cost
//	utilisation.go    four uneven loads on four workers, by division and by stealing
//	victims.go        a random victim against a fixed one
//	ends.go           at which end owners and thieves take tasks
//	central_queue.go  a deque for each worker against one queue for all
//	sleep.go          idle workers cost nothing and wake quickly
//
// X_judge.go says what the samples of x mean; the other files x_*.go are what it runs.
// Only lab/claims imports it.
package blitz
