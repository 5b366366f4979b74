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
	st := s.state.Load()
	switch {
	case st < 0 || s.brake.running < 0:
		s.broken("more tasks have ended than there were (I1)")
	case len(s.brake.held) > 0 && st&limited == 0:
		s.broken("tasks are held without a limit (I1)")
	case (st&awaited != 0) != (s.waiters != nil || s.callers != nil):
		s.broken("the bit of those that wait does not say whether there are any (I2)")
	case (s.inbox.len() > 0) != s.Board.lists(s):
		s.broken("the injector does not list what the inbox holds (B1)")
	case st >= oneTask && s.result.taken:
		s.broken("a task counts in a scope whose result was taken (I4)")
	}
}

func (s *Scope) broken(text string) {
	st := s.state.Load()
	invariant.Fail(fmt.Sprintf("skua/spawn: scope with %d tasks, bits %02b, %d running, %d held, %d in the inbox: %s",
		st/oneTask, st%oneTask, s.brake.running, len(s.brake.held), s.inbox.len(), text))
}

// check panics if the ring is not one of size scopes. Under mu.
func (b *Board) check() {
	if !invariant.Enabled {
		return
	}
	n, size := 0, int(b.size.Load())
	for s := b.ring; s != nil && n <= size; s = s.after {
		if s.after.before != s {
			invariant.Fail(fmt.Sprintf("skua/spawn: the injector's ring is torn after %d of %d scopes (B2)", n, size))
		}
		n++
		if s.after == b.ring {
			break
		}
	}
	if n != size {
		invariant.Fail(fmt.Sprintf("skua/spawn: the injector has a ring of %d scopes and counts %d (B2)", n, size))
	}
}
