package feed

import (
	"runtime"
	"sync/atomic"
	"time"
)

// reader is a goroutine that runs a sequence.
type reader struct {
	done     chan struct{}
	returned bool // neither panicked nor ended by Goexit; once done is closed
	panicked any  // likewise
	left     atomic.Bool
}

// Patience is how long a caller that wants no more values waits for a sequence that has not come
// back with one. A sequence that takes longer is taken to wait for something itself, maybe for
// what the caller does next: then it goes on alone, and is told to stop with its next value.
const Patience = 100 * time.Millisecond

// read runs seq, and end when it has ended, on a goroutine of its own.
func read(seq, end func()) *reader {
	s := &reader{done: make(chan struct{})}
	go func() {
		defer s.finish(end)
		seq()
		s.returned = true
	}()
	return s
}

// finish keeps the panic of the sequence for join. If the caller has gone on nobody would see it
// there, so it ends the program as that of any goroutine. Deferred.
func (s *reader) finish(end func()) {
	defer close(s.done)
	if !s.returned && !s.left.Load() {
		s.panicked = recover()
	}
	end()
}

// join returns when the sequence has ended, or has not come back in time. The caller goes on with
// the panic of the sequence, or with its Goexit. Deferred, when the sequence has been told to stop.
func (s *reader) join() {
	select {
	case <-s.done:
	default:
		t := time.NewTimer(Patience)
		defer t.Stop()
		select {
		case <-s.done:
		case <-t.C:
			// ORDER: a panic of the sequence that comes before it is lost to the caller, and one that
			// comes after it ends the program.
			s.left.Store(true)
			return
		}
	}
	switch {
	case s.returned:
	case s.panicked != nil:
		panic(s.panicked)
	default:
		runtime.Goexit()
	}
}
