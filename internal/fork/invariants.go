package fork

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
)

// check panics if the owner, between two calls, can see I1 to I4 broken. Thieves may be
// inside: they move top, and shut the gate.
func (s *Stack) check() {
	if !invariant.Enabled {
		return
	}
	split, top := s.load()
	switch gate := atomic.LoadUint32(&s.Gate); {
	case s.stale && (split != top || split < s.split):
		s.broken(fmt.Sprintf("age is stale and has public frames, or is below the owner's split %d (I1)", s.split))
	case !s.stale && split != s.split:
		s.broken(fmt.Sprintf("the owner's copy of split is %d (I1)", s.split))
	case top > split:
		s.broken("top has passed split (I2)")
	case gate != crew.Shut && gate != max(s.split, s.watch.Gate(&s.worker.Watch)) && gate != max(s.split+1, s.watch.Gate(&s.worker.Watch)):
		s.broken(fmt.Sprintf("the gate is %d (I4)", gate))
	}
	for j := range s.split {
		if s.body.Slot(j).Slow&public == 0 {
			s.broken(fmt.Sprintf("frame %d is not marked public (I3)", j))
		}
	}
}

// checkClaimed panics if a thief's claim of a frame has moved top past split. The owner
// does not move split below that frame before the thief reports.
func (s *Stack) checkClaimed(frame uint32) {
	if split, top := s.load(); top > split || top <= frame {
		s.broken(fmt.Sprintf("frame %d was claimed (I2)", frame))
	}
}

// checkPrivate panics if a frame that is about to become public is not private: marked,
// or in another state than pending.
func (s *Stack) checkPrivate(slot *Slot) {
	if !invariant.Enabled {
		return
	}
	if slot.Slow&public != 0 {
		s.broken("a private frame is marked public (I3)")
	}
	if state := slot.state.Load(); state != crew.Pending {
		s.broken("a private frame is " + crew.StateName(state) + " (I6)")
	}
}

// checkBase panics if frames from i on are about to go, and some belong to callers.
func (s *Stack) checkBase(i uint32) {
	if invariant.Enabled && i < s.base {
		s.broken(fmt.Sprintf("frame %d goes, below base %d (I5)", i, s.base))
	}
}

// checkReported panics if a stolen frame that its thief reports is done already, or one
// that its owner joins is not.
func (s *Stack) checkReported(state uint32, want bool) {
	if invariant.Enabled && (state == crew.Done) != want {
		s.broken("a stolen frame is " + crew.StateName(state) + " (I6)")
	}
}

func (s *Stack) broken(text string) {
	split, top := s.load()
	invariant.Fail(fmt.Sprintf("skua/fork: stack with split %d, top %d: %s", split, top, text))
}
