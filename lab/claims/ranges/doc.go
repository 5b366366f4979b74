// Package ranges re-measures what Huba claims of his partitioner, whose parts steal
// halves of each other's ranges [WSR11].
//
//	partitioner.go        loops of five shapes on each partition
//	partitioner_judge.go  what their times say
//	beginning.go          loops that begin with equal shares, and in one place
//	chunks.go             thieves that take half, and one index
//	loops.go              what the last two share: loops on simulated workers
//
// Only lab/claims imports it.
package ranges
