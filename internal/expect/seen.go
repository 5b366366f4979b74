package expect

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Together runs f on n goroutines, each with its number, and waits for them.
func Together(t testing.TB, n int, f func(k int)) {
	t.Helper()
	defer Within(t, time.Minute)()
	var wg sync.WaitGroup
	for k := range n {
		wg.Go(func() { f(k) })
	}
	wg.Wait()
}

// Seen counts how often each index of an interval came. Safe for concurrent use.
type Seen struct {
	lo    int
	times []atomic.Int32
}

// NewSeen returns a Seen of [lo, lo+n).
func NewSeen(lo, n int) *Seen { return &Seen{lo, make([]atomic.Int32, n)} }

// Add says that i came.
func (s *Seen) Add(i int) { s.times[i-s.lo].Add(1) }

// AddAll says that each index of [lo, hi) came.
func (s *Seen) AddAll(lo, hi int) {
	for i := lo; i < hi; i++ {
		s.Add(i)
	}
}

// Once fails the test unless each index came once.
func (s *Seen) Once(t testing.TB) {
	t.Helper()
	for k := range s.times {
		if n := s.times[k].Load(); n != 1 {
			t.Fatalf("index %d came %d times, want once", s.lo+k, n)
		}
	}
}
