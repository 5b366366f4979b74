//go:build !explore

package fork

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
)

// took is how long a thief ran a task, in units of a 16th of a microsecond, or the most that it can say.
type took uint16

const unit = time.Microsecond / 16

func now() time.Duration { return clock.Now() }

func since(begun time.Duration) took { return took(min((clock.Now()-begun)/unit, 1<<16-1)) }

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

// short reports whether a task was so short that the next request would have come about when its owner had
// ended it: arbitrary, a wake-up takes as long.
func (t took) short() bool { return t < took(20*time.Microsecond/unit) }
