package gauge

import (
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

// TestSpinEvenly wants each worker to take its share of the steps.
func TestSpinEvenly(t *testing.T) {
	steps := StepsFor(5 * time.Millisecond)
	fastest := time.Hour
	for range 5 {
		fastest = min(fastest, SpinEvenly(8*steps, 8))
	}
	if fastest < 5*time.Millisecond/2 {
		t.Errorf("eight workers spun for 5 ms each in %v", fastest)
	}
}
