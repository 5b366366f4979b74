package fork

import (
	"fmt"
)

// The texts with which a misused frame panics (doc.go, misused frames).
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

// begins panics if the function called name must not begin at frame i: on another goroutine than
// the worker's, or because the frame's call has ended.
func (s *Stack) begins(name string, i uint32) {
	s.owned()
	if !s.Live(i) {
		panic(fmt.Sprintf(ended, name))
	}
}

// Forks is called before a fork at frame i, in exact builds; full if no frame comes after it.
func (s *Stack) Forks(i uint32, full bool) {
	s.begins("Fork", i)
	switch {
	case i > s.depth:
		panic(fmt.Sprintf(ended, "Fork"))
	case i < s.depth:
		s.misused(i, forkForked)
	}
	if !full {
		s.depth++
	}
}

// Joins is called before the join at frame i, in exact builds; full as for Forks.
func (s *Stack) Joins(i uint32, full bool) {
	s.begins("Join", i)
	end := i + 1 // what is forked if the join comes in order
	if full {
		end = i
	}
	switch {
	case s.depth < end:
		panic(joinUnforked)
	case s.depth > end:
		s.misused(i, fmt.Sprintf(joinEarly, s.depth-end))
	}
	s.depth = i
}

// forked returns one above the highest frame whose fork is known not to be joined: of private frames nothing
// is known but in exact builds.
func (s *Stack) forked() uint32 { return max(s.split, s.depth) }

// misused takes back every frame from i on, so that the stack is sound if user code
// recovers, and panics with the text. In a cancelled run, where user code may have
// recovered what unwinds it, it unwinds again instead.
func (s *Stack) misused(i uint32, text string) {
	s.reclaim(i)
	s.worker.Check()
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
