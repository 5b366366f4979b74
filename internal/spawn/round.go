package spawn

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/views/left"
)

// A scope of the facade may be used again after a Wait: each time is a Scope of its own, a round, from its
// first task, or its making, until its result was taken. A waiter waits for the round in which it came and
// takes that one's result, however late it wakes:
//
//	waiter                                  spawner
//	come    remember the round              count   CAS the count if it is not 0;
//	wait    until its count is 0                    else, under mu: if the result was taken
//	take    under mu: if the count is not           count nothing: the facade makes the next
//	        0, wait on; else mark it taken          round, and the task is one of that
//
// "Task in the wrong round" (scenario RoundSpawner): the count leaves 0 under mu only, so a spawner
// either counts its task before a waiter takes the result, and that waiter sees the count and waits
// on; or it finds the result taken. A task that counts keeps the count above 0, so the result of a round
// that runs tasks cannot be taken.
//
// "Nobody's result" (scenario RoundEmpty): a waiter that finds the next round before its first task counts
// would take the result of no task. So who makes a round that others may wait for holds it, which counts as
// a task does, until it has spawned its own.
//
// "Another's result" (scenario RoundWaiter): the state that a waiter parks in, the list that it is on, the
// inbox that it runs tasks of and the result are its round's, and nobody else's.

// result is how a scope ended, but for the views under its lock.
type result struct {
	err     error
	failure *crew.Failure
	stopped bool
	taken   bool                  // a waiter has it
	views   left.List[*left.Turn] // of the tasks that have written to reducers
	edge    apart.Edge            // of the tasks to those that wait, in race builds
}

// After makes s, which is zero, the round after last, whose result was taken. Called once for each last. A
// scope that a task made is on the list of those that the task has not waited for, which
// is the task's: so only the task may begin a round. Others may know s from then on. Held says that it
// counts one task more, until Release. The race detector sees nothing of what is written here, as of its
// caller.
//
//go:norace
func (s *Scope) After(last *Scope, tasks Tasks) (held bool) {
	if h := last.home; h != nil {
		if last.Foreign() || !h.Inside || Of(h).inlineAbove(last.maker.level) {
			panic("skua: a task for a Scope after Wait: the task that made the scope must spawn the first, while it runs")
		}
		Of(h).unlist(last) // it still is there if only other goroutines have waited
		s.home, s.segment, s.maker.level = h, last.segment, last.maker.level
		Of(h).list(s)
	}
	apart.Hide()
	last.mu.Lock()
	s.inbox, last.inbox = last.inbox, line.Queue{} // which is empty, and has room
	last.mu.Unlock()
	apart.Show()
	s.Board, s.Job, s.tasks, s.number, s.root = last.Board, last.Job, tasks, last.number, last.root
	if n := last.brake.Limit.Load(); n > 0 { // else whoever looks at limit would come after this
		s.brake.Limit.Store(n) // ORDER: no other goroutine knows s yet
		s.state.Store(limited) // ORDER: as limit
	}
	if s.home != nil { // nobody else may wait
		return false
	}
	if held = s.Board.Crew.Host.Admit(false); held {
		s.state.Add(oneTask) // ORDER: as limit
	}
	return held
}

// Release ends the hold of After, which does not count for the limit.
func (s *Scope) Release() {
	if s.brake.Limit.Load() > 0 {
		s.mu.Lock()
		s.brake.Begin(nil, true)
		s.mu.Unlock()
	}
	s.end(nil, 1, false)
}

// Taken reports whether a waiter has the result.
func (s *Scope) Taken() bool { return s.locked(func() bool { return s.result.taken }) }

// Take returns how s ended: the failure or the error that came first. It reports false if
// tasks have not ended.
func (s *Scope) Take() (f *crew.Failure, err error, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Over() {
		return nil, nil, false
	}
	s.result.taken = true
	s.result.edge.Acquire()
	return s.result.failure, s.result.err, true
}
