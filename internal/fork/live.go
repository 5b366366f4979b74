package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
)

// Live reports whether a call at frame i may begin: the worker is inside a segment, and no call
// that is under way was entered above i. It does not notice a frame that was kept after its call
// if another segment runs by now whose base is not above i.
func (s *Stack) Live(i uint32) bool { return s.worker.Inside && i >= s.base }

// ShowBelow makes the live private frames below i public, for an owner that waits.
func (s *Stack) ShowBelow(i uint32) {
	if s.Live(i) {
		s.expose(i)
	}
}

// Due reports whether Poll has to be called: a thief asks, or there is a context to
// look at. Owner only.
func (s *Stack) Due() bool {
	if apart.Enabled && s.worker.Apart() { // nobody asks
		return true
	}
	return atomic.LoadUint32((*uint32)(&s.Gate)) == crew.Shut || s.worker.CanEnd
}

// DueAt is Due for anybody.
func (s *Stack) DueAt() bool {
	return atomic.LoadUint32((*uint32)(&s.Gate))|s.worker.Hint.Load() == crew.Shut
}

// Poll is Look for an owner that comes from a user's call at frame i, if a thief asks or
// the run's context has ended. Not inlined, so that the facade's Poll is.
//
//go:noinline
func (s *Stack) Poll(i uint32) {
	s.begins("Poll", i)
	if s.worker.Apart() {
		s.worker.SeesEnd()
		s.worker.Check()
		return
	}
	if s.worker.SeesEnd() || s.Gate.asked() {
		s.Look(i)
	}
}
