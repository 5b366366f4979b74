//go:build explore

package fork

import (
	"time"

	"github.com/skua-go/skua/internal/crew"
)

type took struct{}

func now() time.Duration { return 0 }

func since(time.Duration) took { return took{} }

// await takes each steal that the owner waits for to be needless: a schedule depends on no clock.
func (s *Stack) await(slot *Slot) {
	waits := slot.state.Load() != crew.Done
	s.worker.Await(&slot.state)
	s.needless.tell(waits)
}
