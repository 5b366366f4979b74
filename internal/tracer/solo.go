package tracer

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// How the windows are laid.
const (
	firstSolo = 50 * time.Millisecond  // until the first, so that short programs have one
	shortest  = 20 * time.Millisecond  // a window, if units are short: more than a time slice of the system
	longest   = 400 * time.Millisecond // a window, if they are long
	often     = 200 * time.Millisecond // from one to the next, at least
	units     = 10                     // in a window, at least: fewer have no median worth the name
	share     = 0.05                   // of all workers' time that the first windows take, at most
	early     = 2                      // times that share may be taken by the first that is longer than the shortest
	enough    = 10                     // windows; after so many
	rarely    = 0.02                   // is the share
)

// solo holds all workers but one now and then, at their next boundary, to see how long work takes
// alone. Nobody waits for ever: a window ends by the clock, and earlier if the worker that goes on
// has nothing to do or waits itself, perhaps for one that is held.
type solo struct {
	tracer *Tracer
	until  atomic.Int64  // when the open window ends; 0: none is open
	last   time.Duration // of the window that the ticker has opened; the ticker's
	opened int           // windows; the ticker's

	mu    sync.Mutex // what follows
	runs  *Line      // the one that goes on
	ended chan struct{}
	count int
	held  time.Duration // by all windows
}

func (s *solo) init(t *Tracer) { s.tracer = t }

// first is when the first window opens.
func (s *solo) first() time.Duration {
	if !s.tracer.config.Solo || s.tracer.config.Workers < 2 {
		return math.MaxInt64
	}
	return firstSolo
}

// length returns how long the next window should be.
func (s *solo) length() time.Duration {
	unit := time.Duration(0)
	s.tracer.While(func(int64) { unit = s.tracer.config.Sink.Unit() })
	return min(max(shortest, units*unit), longest)
}

// step opens a window or ends it, and returns when to come again.
func (s *solo) step() time.Duration {
	if s.last == 0 {
		d := s.length()
		if wait := s.tooEarly(d); wait > 0 {
			return wait
		}
		s.last = d
		s.opened++
		s.open(d)
		return d
	}
	s.end()
	d := s.last
	s.last = 0
	return s.pause(d)
}

// tooEarly returns how long to wait before a window of length d would not be most of a short program.
func (s *solo) tooEarly(d time.Duration) time.Duration {
	if d <= shortest {
		return 0
	}
	return s.every(d)/early - time.Duration(s.tracer.Now())
}

// pause is how long no window is open after one of length d.
func (s *solo) pause(d time.Duration) time.Duration { return max(often, s.every(d)) - d }

// every is how often windows of length d may come.
func (s *solo) every(d time.Duration) time.Duration {
	others := float64(s.tracer.config.Workers-1) / float64(s.tracer.config.Workers)
	if s.opened > enough {
		return time.Duration(float64(d) * others / rarely)
	}
	return time.Duration(float64(d) * others / share)
}

func (s *solo) open(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = make(chan struct{})
	s.count++
	s.until.Store(s.tracer.Now() + int64(d)) // ORDER: the window is complete before workers see it
}

// end ends the window, if one is open.
func (s *solo) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
}

// leave ends the window if l is the one that goes on in it.
func (s *solo) leave(l *Line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs == l {
		s.close()
	}
}

// close ends the window, if one is open. Under mu.
func (s *solo) close() {
	if s.until.Swap(0) != 0 { // ORDER: before the workers that are held are woken: none is held after that
		s.runs = nil
		close(s.ended)
	}
}

// join returns nil if l may go on in the open window, or what to wait for and how long. The first
// busy worker that comes is the one that goes on.
func (s *solo) join(l *Line) (ended chan struct{}, left time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left = time.Duration(s.until.Load() - s.tracer.Now())
	if left <= 0 {
		return nil, 0
	}
	if s.runs == nil && l.busy {
		s.runs = l
	}
	if l.alone = s.runs == l; l.alone {
		return nil, 0
	}
	return s.ended, left
}

// MayPause holds the worker until the end of the window if one is open, in which another goes on.
// To be called at a boundary: where a segment or a chunk begins, in a search, at a slow fork.
func (l *Line) MayPause() {
	if l.tracer.solo.until.Load() != 0 && !l.tracer.over.Load() {
		l.mayPause()
	}
}

func (l *Line) mayPause() {
	s := &l.tracer.solo
	ended, left := s.join(l)
	if ended == nil {
		return
	}
	begin := l.Now()
	l.hold(0, func() {
		late := time.NewTimer(left)
		defer late.Stop()
		select {
		case <-ended:
		case <-late.C:
		}
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held += time.Duration(l.Now() - begin)
}

// Solo returns how many windows there were, and for how long they held workers, all together.
func (t *Tracer) Solo() (windows int, held time.Duration) {
	t.solo.mu.Lock()
	defer t.solo.mu.Unlock()
	return t.solo.count, t.solo.held
}
