package peer

import "github.com/dgravesa/go-parallel/parallel"

// goParallelSum adds up for each of the loop's goroutines, as the library says.
// The sums stand so far apart that they share no cache line.
func goParallelSum(workers int, values []int64) int64 {
	partial := make([][16]int64, workers)
	parallel.WithNumGoroutines(workers).For(len(values), func(i, worker int) {
		partial[worker][0] += values[i]
	})
	sum := int64(0)
	for i := range partial {
		sum += partial[i][0]
	}
	return sum
}
