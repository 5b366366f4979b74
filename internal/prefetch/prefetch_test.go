package prefetch

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestDepth(t *testing.T) {
	const msec = time.Millisecond
	for _, c := range []struct {
		roundTrip, task time.Duration
		want            int
	}{
		{0, 5 * msec, 1}, {60 * time.Microsecond, 5 * msec, 2}, {4 * msec, 5 * msec, 3}, {10 * msec, 5 * msec, 5},
		{20 * msec, 5 * msec, 9}, {msec, 0, 1}, {msec, time.Microsecond, 64}, {3 * msec, 6 * msec, 2}, {3*msec + 1, 6 * msec, 3},
	} {
		if got := Depth(c.roundTrip, c.task); got != c.want {
			t.Errorf("Depth(%v, %v) = %d, want %d", c.roundTrip, c.task, got, c.want)
		}
	}
}

// TestTypical: of tasks whose times differ widely about half take longer than what is typical.
func TestTypical(t *testing.T) {
	if got := Typical(0, 5*time.Millisecond); got != 5*time.Millisecond {
		t.Errorf("the first task's time is %v, want its own", got)
	}
	const tasks = 20_000
	random, typical, above := rand.New(rand.NewPCG(1, 0)), time.Duration(0), 0
	for range tasks {
		d := time.Duration(float64(time.Millisecond) / (1 - random.Float64())) // Pareto
		if typical = Typical(typical, d); d > typical {
			above++
		}
	}
	if share := float64(above) / tasks; share < 0.4 || share > 0.6 {
		t.Errorf("%v of the tasks took longer than what is typical, want about a half", share)
	}
}
