// Package seq has the operations on sequences that the benchmarks are made of, over forkjoin.
//
//	map.go     a value for each index; the sum of values
//	scan.go    running sums
//	filter.go  what is kept of a sequence
//	group.go   counting sort by small keys, and radix sort
//	sort.go    comparison sort
//
// Where a sequence is gone through more than once it is cut into blocks of a fixed size, so the
// work does not depend on the number of workers.
package seq

// Grain is how many cheap steps, of a nanosecond or two, are one task: about as long as ParlayLib
// lets a task of a loop last, whose grain is what takes a microsecond.
const Grain = 1024

// block is how many elements are summed or filtered serially.
const block = 2048

// blocks is into how many blocks n elements are cut.
func blocks(n int) int { return (n + block - 1) / block }
