package indices

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func sibling(r *Range) *Range {
	s := &Range{}
	s.InitSibling(r)
	return s
}

// together runs f on n goroutines and waits for them.
func together(t *testing.T, n int, f func(k int)) {
	t.Helper()
	var wg sync.WaitGroup
	for k := range n {
		wg.Go(func() { f(k) })
	}
	within(t, wg.Wait)
}

// within fails the test if f does not return.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("still waiting after a minute")
	}
}

// seen counts how often each index of [lo, lo+n) came.
type seen struct {
	lo    int
	times []atomic.Int32
}

func newSeen(lo, n int) *seen { return &seen{lo, make([]atomic.Int32, n)} }

func (s *seen) add(i int) { s.times[i-s.lo].Add(1) }

func (s *seen) once(t *testing.T) {
	t.Helper()
	for k := range s.times {
		if n := s.times[k].Load(); n != 1 {
			t.Fatalf("index %d came %d times, want once", s.lo+k, n)
		}
	}
}
