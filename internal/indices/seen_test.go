package indices

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
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
	defer expect.Within(t, time.Minute)()
	wg.Wait()
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
