//go:build !explore

package fork

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
)

// took is how long a thief ran a task, in units of a 16th of a microsecond, or the most that it can say.
type took uint16

const unit = time.Microsecond / 16

func now() time.Duration { return clock.Now() }

func since(begun time.Duration) took { return took(min((clock.Now()-begun)/unit, 1<<16-1)) }

// await waits for the end of what a thief runs, and notes whether the steal was needless.
func (s *Stack) await(slot *Slot) {
	if slot.state.Load() == crew.Done {
		s.needless.tell(false)
		return
	}
	begun := clock.Now()
	s.worker.Await(&slot.state)
	if s.needless.tell(since(begun) >= slot.took); s.needless.passes > 0 {
		s.credit = s.worker.Crew.Config.Keep.AtStart() // thieves get none unasked either
	}
}
