package fork

import (
	"fmt"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
)

// check panics if the owner, between two calls, can see I1 to I4 broken. Thieves may be
// inside: they move top, and shut the gate.
func (s *Stack) check() {
	if !invariant.Enabled {
		return
	}
	split, top := s.age.load()
	switch gate := s.Gate.load(); {
	case s.stale && (split != top || split < s.split):
		s.age.broken(fmt.Sprintf("age is stale and has public frames, or is below the owner's split %d (I1)", s.split))
	case !s.stale && split != s.split:
		s.age.broken(fmt.Sprintf("the owner's copy of split is %d (I1)", s.split))
	case top > split:
		s.age.broken("top has passed split (I2)")
	case gate != crew.Shut && gate != max(s.split, s.watch.Gate(&s.worker.Watch)) && gate != max(s.split+1, s.watch.Gate(&s.worker.Watch)):
		s.age.broken(fmt.Sprintf("the gate is %d (I4)", gate))
	}
	for j := range s.split {
		if s.body.Slot(j).Slow&public == 0 {
			s.age.broken(fmt.Sprintf("frame %d is not marked public (I3)", j))
		}
	}
}

// checkPrivate panics if a frame that is about to become public is not private: marked,
// or in another state than pending.
func (slot *Slot) checkPrivate() {
	if !invariant.Enabled {
		return
	}
	if slot.Slow&public != 0 {
		invariant.Fail("skua/fork: a private frame is marked public (I3)")
	}
	if state := slot.state.Load(); state != crew.Pending {
		invariant.Fail("skua/fork: a private frame is " + crew.StateName(state) + " (I6)")
	}
}

// checkBase panics if frames from i on are about to go, and some belong to callers.
func (s *Stack) checkBase(i uint32) {
	if invariant.Enabled && i < s.base {
		s.age.broken(fmt.Sprintf("frame %d goes, below base %d (I5)", i, s.base))
	}
}

// checkReported panics if a stolen frame that its thief reports is done already, or one
// that its owner joins is not.
func checkReported(state uint32, want bool) {
	if invariant.Enabled && (state == crew.Done) != want {
		invariant.Fail("skua/fork: a stolen frame is " + crew.StateName(state) + " (I6)")
	}
}
