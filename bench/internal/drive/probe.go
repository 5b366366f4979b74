package drive

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	enoughOf = 0.85 // of the processors: with fewer a round says little of parallel work

	// 45 ms of work: on two free processors, a quarter of that said 1.7 in one of ten
	// looks, and 3 ms said 1.0 in half of them. The system puts a thread that it wakes
	// beside the one that woke it, and takes its time to move it.
	steps = 1 << 24
)

// Patience is how long rounds wait for processors.
type Patience struct {
	Each time.Duration // before a round
	All  time.Duration // before all rounds together; what is left of it
}

// await waits until the machine has a processor for each of n workers, as look finds,
// and reports whether it had at last. Without patience nobody looks.
func (p *Patience) await(ctx context.Context, n int, look func(n int) float64) bool {
	if p.Each == 0 {
		return true
	}
	for waited := time.Duration(0); look(n) < enoughOf*float64(n); waited += time.Second {
		if waited >= p.Each || p.All <= 0 {
			return false
		}
		p.All -= time.Second
		select {
		case <-ctx.Done():
			return false
		case <-time.After(time.Second):
		}
	}
	return true
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
