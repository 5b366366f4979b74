package fork

import (
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// A steal is needless if the owner waits for the thief's end for longer than the thief has run the
// task: alone it would have been done earlier. Where that goes on, thieves that look for work again
// and again make an owner of tiny tasks many times as slow. So does an offer of a frame that is
// over before a thief comes. After either the owner leaves requests unanswered for some of its next
// forks, if only the newest frame could be given; an older one is likely to be more work. (A policy
// that keeps a frame public always does so still.) The request stands meanwhile, so it is lost no
// more than one that comes before a long task. A count of forks bounds no time, for the next tasks may be
// long: so an urgent request, as a worker makes that goes to sleep, is never passed, and its owner answers
// at its next look, one task later at most.

// needless is what an owner knows of needless steals.
type needless struct {
	last    policy.Needless
	passes  int           // forks that may pass yet
	offered time.Duration // when a request was last answered, of which nothing has come back yet; or 0
}

// noteSteal notes a steal of which the owner has seen the end, or that it offered a frame and got it back.
func (s *Stack) noteSteal(needless bool) {
	n := &s.needless
	if needless {
		n.last = n.last.After()
	} else {
		n.last = 0
	}
	n.passes = n.last.Passes()
	n.offered = 0
	if needless {
		s.credit = s.worker.Crew.Config.Keep.AtStart() // thieves get none unasked either
	}
}

// passes reports whether the request that stands is not answered by this fork, of which the frame is
// below end.
func (s *Stack) passes(end uint32) bool {
	if s.needless.passes == 0 || end != s.split+1 || s.urgent.Load() {
		return false
	}
	s.needless.passes--
	return true
}
