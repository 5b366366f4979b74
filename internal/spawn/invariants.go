package spawn

import (
	"fmt"

	"github.com/skua-go/skua/internal/invariant"
)

// check panics if what is under mu contradicts the state or the injector's list.
func (s *Scope) check() {
	if !invariant.Enabled {
		return
	}
	s.Board.mu.Lock()
	listed := s.listed.In()
	s.Board.mu.Unlock()
	st := s.state.Load()
	running, held := s.brake.Count()
	switch {
	case st < 0 || running < 0:
		broken(s, "more tasks have ended than there were (I1)")
	case held > 0 && st&limited == 0:
		broken(s, "tasks are held without a limit (I1)")
	case (st&awaited != 0) != (s.waiters != nil || s.callers != nil):
		broken(s, "the bit of those that wait does not say whether there are any (I2)")
	case (s.inbox.Len() > 0) != listed:
		broken(s, "the injector does not list what the inbox holds (B1)")
	case st >= oneTask && s.result.taken:
		broken(s, "a task counts in a scope whose result was taken (I4)")
	}
}

// broken panics and says how s is.
func broken(s *Scope, text string) {
	st := s.state.Load()
	running, held := s.brake.Count()
	invariant.Fail(fmt.Sprintf("skua/spawn: scope with %d tasks, bits %02b, %d running, %d held, %d in the inbox: %s",
		st/oneTask, st%oneTask, running, held, s.inbox.Len(), text))
}
