// Package ranges re-measures what Huba claims of his partitioner, whose parts steal
// halves of each other's ranges [WSR11].
//
//	partitioner.go        loops of five shapes on each partition
//	partitioner_judge.go  what their times say
//
// Only lab/claims imports it.
package ranges
