package feed

import (
	"iter"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// reader is a goroutine that runs a sequence.
type reader struct {
	told     chan struct{} // closed when the sequence is told to stop
	done     chan struct{}
	returned bool // neither panicked nor ended by Goexit; once done is closed
	panicked any  // likewise
	left     atomic.Bool
}

// patience returns how long a caller that wants no more values waits for a sequence that has not come
// back with one. A sequence that takes longer is taken to wait for something itself, maybe for
// what the caller does next: then it goes on alone, and is told to stop with its next value.
func patience() time.Duration {
	if apart.Enabled { // where all takes longer
		return time.Second
	}
	return 100 * time.Millisecond
}

// read runs seq, which t tells, on a goroutine of its own. push gets its values, and end is called
// when it has ended.
func read[E any](t *told, seq iter.Seq[E], push func(v E) bool, end func()) *reader {
	s := &reader{told: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer s.finish(end)
		t.during(func() {
			for v := range seq {
				t.values++
				if !push(v) {
					close(s.told)
					return
				}
			}
		})
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
// the panic of the sequence, or with its Goexit. Deferred, when no value is wanted any more.
func (s *reader) join() {
	select {
	case <-s.done:
	default:
		skua.Blocking(skua.Here(), s.await) // it may wait for tasks of the pool, which may be closed
	}
	switch {
	case s.left.Load(), s.returned:
	case s.panicked != nil:
		panic(s.panicked)
	default:
		runtime.Goexit()
	}
}

// await waits until the sequence has ended, if it is told in time.
func (s *reader) await() {
	t := time.NewTimer(patience())
	defer t.Stop()
	select {
	case <-s.done:
		return
	case <-s.told:
		<-s.done
		return
	case <-t.C:
	}
	// ORDER: a panic of the sequence that comes before it is lost to the caller, and one that
	// comes after it ends the program.
	s.left.Store(true)
}
