package spawn

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
)

// Round is the time of a scope from its first task, or its making, until its result was
// taken: the first task after that begins another, with a context and a result of its
// own. A waiter takes the result of the round in which it came, however late it wakes:
//
//	waiter                                  spawner
//	come    remember the round              count   CAS the count if it is not 0;
//	wait    until the count is 0, or                else, under mu: if the round is
//	        the round is another                    taken begin another, and take
//	take    under mu: if the round is the           those off the list that still wait
//	        same, and the count not 0, wait         for the old one; count; then wake
//	        on; else mark it taken                  them
//
// "Task in the wrong round" (scenario RoundSpawner): the count leaves 0 under mu only, so a spawner
// either counts its task before a waiter takes the result, and that waiter sees the count and waits
// on; or it finds the round taken, and begins another. A task that counts keeps the count above 0,
// so its round cannot be taken: the round that a runner reads is the task's.
//
// "Asleep in the wrong round" (scenarios RoundWaiter and RoundInLine): a waiter that parked in the
// old round may not have been woken yet, since the one that ended the last task takes the list
// after it has counted. The spawner that begins a round wakes these, also those in the pool's line.
// And a waiter that is about to park, or comes to the line, compares the round under mu, for the
// state alone may be what it was in the round before.
//
// "Runs a task of the wrong round" (scenario RoundWaiter): that task may wait for the very one that
// runs it. A waiter takes tasks out of the inbox under mu, while the round is its own. On its own
// queue it has none of another: those come from the inbox, or were spawned by tasks that it runs,
// which count until it has run them.
//
// "Another's result" (scenario RoundWaiter): result and context are the round's, not the scope's,
// so a waiter that wakes late reads those of its own round.
//
// All but Of is under the scope's lock until the round is over; then viewed is constant.
type Round struct {
	Of      any // the facade's round
	err     error
	failure *crew.Failure
	stopped bool
	taken   bool       // a waiter has the result
	edge    apart.Edge // of its tasks to those that wait, in race builds
	viewed  bool       // its tasks have written to reducers
	turns   []*turn    // of those that have; once the round is over, under merging
	merging park.Mutex // held while they are merged
}

// Round returns the current round.
func (s *Scope) Round() *Round { return s.round.Load() }

// late are the waiters for a round that is over: parked, or in the pool's line.
type late struct {
	waiters *crew.Worker
	callers *crew.Caller
}

// begin begins another round, and returns those that wait for the old one. Under mu. A
// scope that a task made is on the list of those that the task has not waited for, which
// is the task's: so only the task may begin a round.
func (s *Scope) begin() (l late) {
	if s.home != nil {
		if s.Foreign() || !s.home.Inside || Of(s.home).inlineAbove(s.level) {
			panic("skua: a task for a Scope after Wait: the task that made the scope must spawn the first, while it runs")
		}
		s.unlist() // it still is there if only other goroutines have waited
		s.list()
	}
	s.checkOver()
	s.round.Store(s.tasks.Begin())       // ORDER: under mu, before the count: a runner that finds a task finds its round
	s.state.And(^(makerParked | inLine)) // ORDER: under mu, as the lists (W2)
	l.waiters, s.waiters = s.waiters, nil
	l.callers, s.callers = s.callers, nil
	s.check()
	return l
}

// taken reports whether a waiter has the result of r.
func (s *Scope) taken(r *Round) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.taken
}

// Take returns how r ended: the failure or the error that came first. It reports false if
// r is not over.
func (s *Scope) Take(r *Round) (f *crew.Failure, err error, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.round.Load() == r && !s.Idle() {
		return nil, nil, false
	}
	r.taken = true
	r.edge.Acquire()
	return r.failure, r.err, true
}
