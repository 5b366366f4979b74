package call

import (
	"sync"
	"sync/atomic"
	"time"
)

// Progress counts the elements of one call that are done, and tells the user's function. nil counts
// nothing.
type Progress struct {
	tell  func(done, total int)
	total int64
	done  atomic.Int64
	look  atomic.Int64 // how many are done when the clock is looked at again

	mu   sync.Mutex
	told int64
	when time.Duration
}

// progressTime is the least time between two calls of the user's function, but for the last: often
// enough for a reader.
const progressTime = 100 * time.Millisecond

// Progress returns what counts total elements of a call, or nil if nobody asks, or there are none:
// then all are done.
func (s *Settings) Progress(total int) *Progress {
	if s.Tell == nil {
		return nil
	}
	if total <= 0 {
		defer s.AsPoolPanic()
		s.Tell(0, 0)
		return nil
	}
	return &Progress{tell: s.Tell, total: int64(total), when: clock()}
}

// Add counts n elements that are done.
func (p *Progress) Add(n int) {
	if p == nil {
		return
	}
	// ORDER: look is a hint. Who brings done to total sees total, since every Add is one step of
	// done, and tells all.
	done := p.done.Add(int64(n))
	if done < p.look.Load() && done < p.total {
		return
	}
	if done == p.total {
		p.mu.Lock() // the last one must not be lost
	} else if !p.mu.TryLock() {
		return
	}
	defer p.mu.Unlock()
	done = p.done.Load()
	now := clock()
	// ORDER: none is needed: who sees look late looks at the clock once more, or an element later.
	p.look.Store(done + 1 + done/1024) // a step of a thousandth: then looking costs nothing
	if done > p.told && (done == p.total || now-p.when >= progressTime) {
		p.told, p.when = done, now
		p.tell(int(done), int(p.total))
	}
}

// Counting returns f, or, if somebody asks for the progress of s, a function that also counts its
// calls, of which there are total.
func Counting[A any](s *Settings, total int, f func(A)) func(A) {
	p := s.Progress(total)
	if p == nil {
		return f
	}
	return func(a A) {
		f(a)
		p.Add(1)
	}
}

// CountingResults is Counting for functions with a result.
func CountingResults[A, R any](s *Settings, total int, f func(A) R) func(A) R {
	p := s.Progress(total)
	if p == nil {
		return f
	}
	return func(a A) R {
		r := f(a)
		p.Add(1)
		return r
	}
}
