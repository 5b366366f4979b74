package sched

import "testing"

// A steal counts what was tried since the last one, and each of that once.
func TestCounters_stole(t *testing.T) {
	var c counters
	for _, since := range []struct{ tried, raced uint64 }{{3, 0}, {2, 1}, {0, 0}} {
		c.tried, c.raced = c.tried+since.tried, c.raced+since.raced
		c.stole()
	}
	if s, a, l := c.steals.Load(), c.attempts.Load(), c.lost.Load(); s != 3 || a != 5 || l != 1 {
		t.Errorf("%d steals of %d attempts, %d of them lost; want 3 of 5, 1", s, a, l)
	}
}
