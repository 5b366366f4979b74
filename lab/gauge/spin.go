package gauge

import (
	"sync"
	"time"
)

// Spin takes a time in proportion to n, about 1 ns for each, and returns an odd
// number that depends on all of it.
//
//go:noinline
func Spin(n int) uint64 {
	x := uint64(1)
	for range n {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x | 1
}

// Burn spins, and looks at the result, so that it cannot be left out.
func Burn(spins int) {
	if Spin(spins) == 0 {
		panic("lab: an odd number is 0")
	}
}

func Milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// spinSteps is how many steps of spin last a millisecond, roughly: the fastest of
// some tries. What must be exact measures its own spinning.
var spinSteps = sync.OnceValue(func() float64 {
	const steps = 1 << 18
	fastest := time.Hour
	for range 9 {
		begin := time.Now()
		Burn(steps)
		fastest = min(fastest, time.Since(begin))
	}
	return steps / fastest.Seconds() / 1000
})

// StepsFor returns how many steps last about d.
func StepsFor(d time.Duration) int {
	return max(1, int(d.Seconds()*1000*spinSteps()))
}

// SpinEvenly returns how long so many steps take on one goroutine for each worker,
// in equal shares, with nothing to wait for and nothing in common.
func SpinEvenly(steps, workers int) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	for range workers {
		all.Go(func() { Burn(steps / workers) })
	}
	all.Wait()
	return time.Since(begin)
}

// FreeShare returns which share of the processors for so many workers the
// process really has: less than 1 if other programs run, or if two processors are
// one core.
func FreeShare(workers int) float64 {
	steps := StepsFor(2*time.Millisecond) * workers
	SpinEvenly(steps, workers) // wakes the threads of a process that was idle
	alone := SpinEvenly(steps, 1)
	return float64(alone) / (float64(SpinEvenly(steps, workers)) * float64(workers))
}
