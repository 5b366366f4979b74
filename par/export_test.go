package par

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// SetSequential sets what SKUA_SEQUENTIAL=1 would and returns a function that
// takes it back.
func SetSequential(on bool) (restore func()) {
	old := everSequential
	everSequential = on
	return func() { everSequential = old }
}

// Lowest returns what a bound is that goroutines lower to all of is at once, again and again.
func Lowest(is []int) int {
	b := newBound(1 << 20)
	var ready atomic.Int32
	var all sync.WaitGroup
	for _, i := range is {
		all.Go(func() {
			for ready.Add(1); int(ready.Load()) < len(is); {
				runtime.Gosched()
			}
			for k := range 100 {
				b.lower(int64(i + 100 - k))
			}
		})
	}
	all.Wait()
	return int(b.first.Load())
}
