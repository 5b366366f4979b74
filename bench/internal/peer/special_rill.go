package peer

import (
	"sync/atomic"

	"github.com/destel/rill"
)

func rillSum(workers int, values []int64) int64 {
	sum, _, err := rill.Reduce(rill.FromSlice(values, nil), workers, func(a, b int64) (int64, error) {
		return a + b, nil
	})
	must(err)
	return sum
}

func rillFilter(workers int, values []int64, keep func(v int64) bool) []int64 {
	kept, err := rill.ToSlice(rill.OrderedFilter(rill.FromSlice(values, nil), workers, func(v int64) (bool, error) {
		return keep(v), nil
	}))
	must(err)
	return kept
}

// rillFind streams indices, since Any says only whether there is one.
func rillFind(workers int, values []int64, hit func(v int64) bool) int {
	var found atomic.Int64
	found.Store(-1)
	_, err := rill.Any(indexStream(len(values)), workers, func(i int) (bool, error) {
		if !hit(values[i]) {
			return false, nil
		}
		found.Store(int64(i))
		return true, nil
	})
	must(err)
	return int(found.Load())
}
