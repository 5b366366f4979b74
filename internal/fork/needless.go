package fork

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
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

// took is how long a thief ran a task, in units of a 16th of a microsecond, or the most that it can say.
type took uint16

const unit = time.Microsecond / 16

func since(begun time.Duration) took { return took(min((clock.Now()-begun)/unit, 1<<16-1)) }

// short reports whether a task was so short that the next request would have come about when its owner had
// ended it: arbitrary, a wake-up takes as long.
func (t took) short() bool { return t < took(20*time.Microsecond/unit) }

// await waits for the end of what a thief runs, and notes whether the steal was needless.
func (s *Stack) await(slot *Slot) {
	begun := clock.Now()
	s.worker.Await(&slot.state)
	s.noteSteal(since(begun) >= slot.took)
}

// trifle is how soon a frame that a thief has asked for comes back untaken, if it was too short to be
// stolen. Arbitrary.
const trifle = 2 * time.Microsecond

// offers notes that a request is answered while so many workers search.
func (s *Stack) offers(searching int) {
	if searching > 0 {
		s.needless.offered = clock.Now()
	}
}

// returned notes that a frame has come back untaken.
func (s *Stack) returned() {
	n := &s.needless
	if n.offered > 0 && clock.Now()-n.offered < trifle {
		s.noteSteal(true)
	}
	n.offered = 0
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
