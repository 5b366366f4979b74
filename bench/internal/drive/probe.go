package drive

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	enoughOf = 0.85 // of the processors: with fewer a round says little of parallel work
	steps    = 1 << 20
)

// await waits until the machine has a processor for each worker, and reports
// whether it had at last.
func (d *Driver) await(ctx context.Context) bool {
	if d.Patience == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, d.Patience)
	defer cancel()
	for {
		if processors(d.Workers) >= enoughOf*float64(d.Workers) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(time.Second):
		}
	}
}

// processors is how many of n processors the machine gives this program: others may
// use some, and two may be one core.
func processors(n int) float64 {
	spin(n) // wakes the threads
	alone := spin(1)
	return float64(n) * float64(alone) / float64(spin(n))
}

// spin is how long n goroutines take for the same work each.
func spin(n int) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			x := uint64(i + 1)
			for range steps {
				x ^= x << 13
				x ^= x >> 7
				x ^= x << 17
			}
			spun.Store(x)
		})
	}
	all.Wait()
	return time.Since(begin)
}

var spun atomic.Uint64 // keeps the compiler from leaving the loop out
