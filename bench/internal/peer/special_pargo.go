package peer

import (
	"sync/atomic"

	"github.com/exascience/pargo/parallel"
	"github.com/exascience/pargo/pipeline"
	"github.com/exascience/pargo/speculative"
)

func pargoSum(_ int, values []int64) int64 {
	return int64(parallel.RangeReduceIntSum(0, len(values), 0, func(low, high int) int {
		sum := 0
		for _, v := range values[low:high] {
			sum += int(v)
		}
		return sum
	}))
}

// pargoFilter filters batches in parallel and appends them in order.
func pargoFilter(_ int, values []int64, keep func(v int64) bool) []int64 {
	var kept []int64
	var line pipeline.Pipeline
	line.Source(values)
	line.Add(
		pipeline.Par(pipeline.Receive(func(_ int, batch any) any {
			var kept []int64
			for _, v := range batch.([]int64) {
				if keep(v) {
					kept = append(kept, v)
				}
			}
			return kept
		})),
		pipeline.Ord(pipeline.Slice(&kept)),
	)
	line.Run()
	must(line.Err())
	return kept
}

// pargoFind looks in all batches. RangeOr returns when one of them has it, but does
// not tell the other workers: they look at the answer themselves, now and then.
func pargoFind(_ int, values []int64, hit func(v int64) bool) int {
	const stride = 1024
	var found atomic.Int64
	found.Store(-1)
	speculative.RangeOr(0, len(values), 0, func(low, high int) bool {
		for i := low; i < high; i++ {
			if i%stride == 0 && found.Load() >= 0 {
				return true
			}
			if hit(values[i]) {
				found.Store(int64(i))
				return true
			}
		}
		return false
	})
	return int(found.Load())
}
