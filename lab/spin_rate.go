package lab

import (
	"sync"
	"time"
)

// spinSteps is how many steps of spin last a millisecond, roughly: the fastest of
// some tries. What must be exact measures its own spinning.
var spinSteps = sync.OnceValue(func() float64 {
	const steps = 1 << 18
	fastest := time.Hour
	for range 9 {
		begin := time.Now()
		burn(steps)
		fastest = min(fastest, time.Since(begin))
	}
	return steps / fastest.Seconds() / 1000
})

// stepsFor returns how many steps last about d.
func stepsFor(d time.Duration) int {
	return max(1, int(d.Seconds()*1000*spinSteps()))
}

// spinEvenly returns how long so many steps take on one goroutine for each worker,
// in equal shares, with nothing to wait for and nothing in common.
func spinEvenly(steps, workers int) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	for range workers {
		all.Go(func() { burn(steps / workers) })
	}
	all.Wait()
	return time.Since(begin)
}

// processorsHad returns which share of the processors for so many workers the
// process really has: less than 1 if other programs run, or if two processors are
// one core.
func processorsHad(workers int) float64 {
	steps := stepsFor(2*time.Millisecond) * workers
	spinEvenly(steps, workers) // wakes the threads of a process that was idle
	alone := spinEvenly(steps, 1)
	return float64(alone) / (float64(spinEvenly(steps, workers)) * float64(workers))
}

const (
	hadEnough   = 0.75 // of the processors: with fewer a sample says nothing of parallel work
	fewestFor   = 5    // samples that a verdict needs
	busyMachine = "There are not enough samples in which three quarters of the processors were free for the experiment."
)

// available returns the rows of samples that had their processors.
func (t *Table) available() *Table {
	out := &Table{Columns: t.Columns}
	for _, r := range t.Rows {
		if had, ok := r["had"].(float64); !ok || had >= hadEnough {
			out.Rows = append(out.Rows, r)
		}
	}
	return out
}
