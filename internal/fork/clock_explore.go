//go:build explore

package fork

import (
	"time"
)

type took struct{}

func now() time.Duration { return 0 }

func since(time.Duration) took { return took{} }

// await takes each steal that the owner waits for to be needless: a schedule depends on no clock.
func (s *Stack) await(slot *Slot) {
	s.worker.Await(&slot.state)
	s.noteSteal(true)
}

// offers notes that a request is answered while so many workers search.
func (s *Stack) offers(searching int) { s.needless.offered = time.Duration(searching) }

// returned takes each frame that has come back untaken to be too short.
func (s *Stack) returned() {
	if s.needless.offered > 0 {
		s.noteSteal(true)
	}
}

// short takes no task to be short: then more forks are answers.
func (took) short() bool { return false }
