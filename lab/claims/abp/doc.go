// Package abp has what Arora, Blumofe and Plaxton claim of their scheduler for computers that
// run other programs as well [ABP98].
//
//	multiprogramming.go        the claim, the cases and the figure
//	multiprogramming_judge.go  what the samples mean
//	multiprogramming_run.go    two computations on a deque, and what they used
//	others.go                  other processes that keep the processors busy
//
// Only lab/claims imports it.
package abp
