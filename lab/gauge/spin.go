package gauge

import (
	"sync"
	"time"
)

// The step of a linear congruential generator modulo 2⁶⁴; Knuth's constants.
const (
	Factor = 6364136223846793005
	Term   = 1442695040888963407
)

// Spin takes n steps of the generator, each of which waits for the step before and
// takes about 1 ns. The result is odd and depends on every step.
//
//go:noinline
func Spin(n int) uint64 {
	x := uint64(1)
	for range n {
		x = x*Factor + Term
	}
	return x | 1
}

// Burn spins for n steps. It looks at the result, so that the compiler cannot leave
// the steps out.
func Burn(n int) {
	if Spin(n) == 0 {
		panic("gauge: Spin returned 0, which is even")
	}
}

// Milliseconds returns d in ms.
func Milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// spinSteps is how many steps of Spin last a millisecond, roughly: the fastest of
// nine tries. An experiment that must be exact measures its own spinning.
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

// StepsFor returns how many steps of Spin last about d.
func StepsFor(d time.Duration) int {
	return max(1, int(d.Seconds()*1000*spinSteps()))
}

// SpinEvenly divides steps among workers, a goroutine each, and returns how long they
// take. The goroutines have nothing in common and nothing to wait for.
func SpinEvenly(steps, workers int) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	for range workers {
		all.Go(func() { Burn(steps / workers) })
	}
	all.Wait()
	return time.Since(begin)
}

// How long each worker spins for FreeShare.
const (
	// ShortLook is for a look beside every sample. It often sees too little: on two free
	// processors it found only one in half of the tries, because the system puts a thread
	// that it wakes beside the one that woke it, and takes its time to move it. Such a
	// sample does not count, which costs samples but spoils none.
	ShortLook = 3 * time.Millisecond

	// LongLook is for a look before a round, which waits if the machine is not free. On
	// two free processors a quarter of that found 0.85 of them in one of ten looks.
	LongLook = 45 * time.Millisecond
)

// FreeShareSoon looks until it has seen at least nine tenths of the processors, but at most
// tries times, and returns the greatest share that it saw: a look sees too little, never too
// much.
func FreeShareSoon(workers int, look time.Duration, tries int) (most float64) {
	for ; tries > 0 && most < 0.9; tries-- {
		most = max(most, FreeShare(workers, look))
	}
	return most
}

// FreeShare returns which share of the processors for that many workers this process
// really gets: less than 1 if other programs run, or if two processors are one core.
// Each worker spins for about look.
func FreeShare(workers int, look time.Duration) float64 {
	steps := StepsFor(look)
	SpinEvenly(steps*workers, workers) // wakes the threads of a process that was idle
	alone := SpinEvenly(steps, 1)
	return float64(alone) / float64(SpinEvenly(steps*workers, workers))
}
