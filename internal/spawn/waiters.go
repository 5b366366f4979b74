package spawn

import (
	"slices"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/line"
)

// Any number of goroutines may wait for a scope that was made outside of the pool's
// tasks; only the task itself waits for one that a task made. A waiter runs tasks of the scope, from
// its queue's bottom and from the scope's inbox; if it finds none it goes on the scope's list and
// parks. Tasks of the scope in other queues are run by their workers: none rests while its queue
// holds tasks, but runs them or, if it is one too many or its token went with a wake-up, injects
// them (spawns.go). If tasks are left and no worker is free to run them, and the pool gets nowhere, one
// worker more is woken (Board.Attend). The list is under the scope's lock:
//
//	W1  A waiter on the list parks, or is about to, and is taken off by the one
//	    that wakes it: one permit and one token for each time on the list.
//	W2  While the list is not empty and tasks have not ended, awaited is set.
//
// "Parked and not seen" (scenario ScopeWaiters/one task) cannot happen: the bit is set by a CAS
// that sees tasks not ended, under the lock, and the waiter is on the list before the lock is free.
// The worker that ends the last task after that sees the bit in its own Add, and takes the lock.

// enlist puts w among those that wait, unless the scope's state is st no more.
func (s *Scope) enlist(w *crew.Worker, st int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	// ORDER: parked before the token goes. A worker that ends the last task, or a spawner that puts
	// one in the inbox, sees the bit, or the count moved and we look again.
	if s.state.CompareAndSwap(st, st|awaited) {
		w.Waits, s.waiters = s.waiters, w
		s.check()
		return true
	}
	return false
}

// Expect notes that c, which has come to the pool's line, waits for s: the worker that
// ends the last task takes it off the line. It reports false if that has happened. A caller that
// was handed a seat meanwhile stays on this list, and is not found in the line.
func (s *Scope) Expect(c *line.Caller) bool {
	defer s.Forsake()
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := s.state.Load(); st >= oneTask; st = s.state.Load() {
		// ORDER: in line before the bit is set. A worker that ends the last task after that sees
		// the bit in its own Add, takes mu, and finds c; or the count is 0 here.
		if s.state.CompareAndSwap(st, st|awaited) {
			c.Next, s.callers = s.callers, c
			s.check()
			return true
		}
	}
	return false
}

// ended takes all waiters off the lists, for the worker that has ended the last task. If another
// task was added meanwhile they stay for the worker that ends that one.
func (s *Scope) ended() (waiters *crew.Worker, callers *line.Caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Over() {
		return nil, nil
	}
	// ORDER: under mu, as the lists; from 0 the count moves under mu too (I3).
	s.state.And(^awaited)
	waiters, s.waiters = s.waiters, nil
	callers, s.callers = s.callers, nil
	s.check()
	return waiters, callers
}

// Endless reports whether to wait for s on w, a worker of the calling goroutine or nil, is to wait for
// itself: it does so in a task of s.
func Endless(w *crew.Worker, s *Scope) bool {
	for ; w != nil; w = w.Around {
		if slices.ContainsFunc(Of(w).levels, func(l level) bool { return l.serves == s }) {
			return true
		}
	}
	return false
}

// Foreign reports whether s was made by a task, and not by the one in which the calling
// goroutine is: home may serve another by now, so what is home's is for its task alone.
func (s *Scope) Foreign() bool {
	return s.home != nil && !(s.home.Mine() && s.home.Segments == s.segment)
}
