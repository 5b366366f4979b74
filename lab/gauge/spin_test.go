package gauge

import (
	"runtime"
	"testing"
	"time"
)

// TestSpin wants the result to depend on the number of steps, so that no step can be
// left out.
func TestSpin(t *testing.T) {
	seen := map[uint64]int{}
	for n := range 1000 {
		x := Spin(n)
		if x%2 == 0 {
			t.Errorf("%d steps give %d, which is even", n, x)
		}
		if other, again := seen[x]; again && n-other != 1 { // the lowest bit is set
			t.Errorf("%d and %d steps give the same", other, n)
		}
		seen[x] = n
	}
}

// TestFreeShare looks, and wants the processor time that this used to be told.
func TestFreeShare(t *testing.T) {
	before, told := ProcessorTime()
	if share := FreeShare(2, 5*time.Millisecond); share <= 0 {
		t.Errorf("the share of free processors is %v", share)
	}
	if after, _ := ProcessorTime(); told && after-before < time.Millisecond {
		t.Errorf("spinning for 20 ms used %v of the processors", after-before)
	}
}

// TestSpinEvenly wants the workers to take all steps together: at most as many times faster
// than one worker as there are processors, and by half more, since times vary.
func TestSpinEvenly(t *testing.T) {
	const workers = 8
	steps := StepsFor(20 * time.Millisecond)
	alone, evenly := time.Hour, time.Hour
	for range 5 {
		alone = min(alone, SpinEvenly(steps, 1))
		evenly = min(evenly, SpinEvenly(steps, workers))
	}
	p := min(workers, runtime.GOMAXPROCS(0))
	if evenly*time.Duration(p)*3/2 < alone {
		t.Errorf("%d workers took %v for what one takes %v for, on %d processors", workers, evenly, alone, p)
	}
}
