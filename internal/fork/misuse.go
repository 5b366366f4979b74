package fork

import (
	"fmt"

	"github.com/skua-go/skua/internal/crew"
)

// This file reports misused frames (doc.go, misused frames). In most builds a misuse is seen on
// slow paths only, where a frame was public. Builds with the race detector or with the tag
// invariants always see it, since each stack counts its forks there: exact_on.go.

// The texts with which a misused frame panics.
const (
	byAnother = "skua: a Frame is used by another goroutine than that of its task"

	ended = "skua: %s on a frame whose call has ended or has passed control on"

	forkForked = "skua: Fork on a Frame whose fork is not joined: the other branch runs on the Frame that Fork " +
		"returned, the next Fork comes after the Join, and a panic recovered between the two needs Try"
	joinUnforked = "skua: Join without Fork"
	joinEarly    = "skua: Join out of order: forks that came later are not joined (%d or more). Each Fork needs its Join, " +
		"the last one first, and a panic recovered between the two needs Try"
	callElsewhere = "skua: a call at a Frame whose fork is not joined, or whose call has ended: " +
		"between Fork and Join only what Fork returned may be used"
	notJoined = "skua: %s returned with forks that were not joined (%d or more): a Fork has no Join, " +
		"or a panic was recovered between the two, which needs Try"
)

// owned panics if the calling goroutine is not the one that runs the stack's worker. A
// free guest has none: that is for Live to see.
func (s *Stack) owned() {
	if w := s.worker; !w.Mine() && w.Self.Load() != 0 {
		panic(byAnother)
	}
}

// misused takes back every frame from i on, so that the stack is sound if user code
// recovers, and panics with the text. In a cancelled run, where user code may have
// recovered what unwinds it, it unwinds again instead.
func (s *Stack) misused(i uint32, text string) {
	s.reclaim(i)
	if s.worker.Job.Cancelled() {
		panic(crew.Unwinding{Job: s.worker.Job})
	}
	panic(text)
}

// Ended is called when a body that began at frame base has returned. It panics if the
// body left forks that were not joined, unless the run was cancelled.
func (s *Stack) Ended(base uint32) {
	if n := s.forked(); n > base && !s.worker.Job.Cancelled() {
		panic(fmt.Sprintf(notJoined, s.body.Name(), n-base))
	}
}

// Leave ends a call that began at the stack's base and was entered from another stack,
// or from this one, where it restores what Enter returned: also when a panic passes. It
// takes back what the call has left: nothing, unless a panic passes.
func (s *Stack) Leave(from *Stack, m Mark) {
	if s.forked() > s.base {
		s.reclaim(s.base)
	}
	from.Exit(m)
}
