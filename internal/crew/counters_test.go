package crew

import (
	"sync/atomic"
	"testing"
)

// A steal counts what was tried since the last one, and each of that once.
func TestCounters_stole(t *testing.T) {
	var c counters
	for _, since := range []struct{ tried, raced uint64 }{{3, 0}, {2, 1}, {0, 0}} {
		c.Tried, c.raced = c.Tried+since.tried, c.raced+since.raced
		c.Stole()
	}
	if s, a, l := c.Steals.Load(), c.attempts.Load(), c.lost.Load(); s != 3 || a != 5 || l != 1 {
		t.Errorf("%d steals of %d attempts, %d of them lost; want 3 of 5, 1", s, a, l)
	}
}

// What a worker counts is added to the sums, field by field.
func TestCounts_add(t *testing.T) {
	var w Worker
	n := &w.Count
	for k, c := range []*atomic.Uint64{&n.Steals, &n.Spawned, &n.Parks, &n.Sleeps, &n.Exposures, &n.Looks, &n.attempts, &n.lost} {
		c.Store(uint64(k + 1))
	}
	var sum Counts
	sum.add(&w)
	sum.add(&w)
	want := Counts{Steals: 2, Tasks: 4, Parks: 6, Sleeps: 8}
	want.Lab.Exposures, want.Lab.Answers, want.Lab.Attempts, want.Lab.Lost = 10, 12, 14, 16
	if sum != want {
		t.Errorf("twice 1 to 8 are %+v, want %+v", sum, want)
	}
}
