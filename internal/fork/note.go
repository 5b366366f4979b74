package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/replay"
)

// notes has the names of a stack's pending forks, while the steal schedule is recorded. The owner
// writes the name of a fork before a thief can have the frame, and a thief that has claimed it
// reads it: by then the owner writes others only.
type notes struct {
	places atomic.Pointer[[]replay.Place] // by frame
}

// allSlow is a gate that is open, and no fork is fast.
const allSlow = crew.Shut - 1

// slowBelow is from which frame on a fork may be fast, for those who want to know of forks.
func (s *Stack) slowBelow() uint32 {
	if s.worker.Notes != nil {
		return allSlow
	}
	return s.trail.gate()
}

// note counts the fork at frame i, whose argument is stored. If a recording says that a thief took
// it, the thief has it from now on. It reports whether that is all: while a recording is followed
// nobody asks.
func (s *Stack) note(i uint32) (done bool) {
	place, takes := s.worker.Notes.Event(replay.Fork)
	if len(takes) > 0 {
		s.hand(i, takes[0])
	}
	if s.worker.Follows() {
		return !s.worker.Job.Cancelled()
	}
	s.notes.set(i, place)
	return false
}

func (n *notes) set(i uint32, place replay.Place) {
	old := n.places.Load()
	if old == nil || int(i) >= len(*old) {
		longer := make([]replay.Place, max(32, 2*int(i)))
		if old != nil {
			copy(longer, *old)
		}
		longer[i] = place
		// ORDER: complete before the frame is exposed by a CAS of age, after which a thief loads it.
		n.places.Store(&longer)
		return
	}
	(*old)[i] = place
}

// hand claims frame i for the thief that takes it by the recording. All frames below are claimed:
// thieves take the oldest first.
func (s *Stack) hand(i uint32, t *replay.Take) {
	s.renew()
	if split, top := s.load(); split != i || top != i {
		s.worker.Notes.Diverge(t, "an older fork is pending there, which nobody takes")
		return
	}
	s.expose(i + 1)
	if _, ok, _ := s.claim(s.load()); ok { // else a thief was faster, since the recording is followed no more
		s.worker.Crew.Replay.Hand(t, crew.Loot{Work: (*stolen)(s), Lo: int(i), Hi: int(i) + 1})
	}
}

// begin notes that w begins what it has claimed. It returns what end wants.
func (s *Stack) begin(w *crew.Worker, frame uint32) (outer replay.Running) {
	t := replay.Take{Kind: replay.Fork}
	if places := s.notes.places.Load(); places != nil && int(frame) < len(*places) {
		t.From = (*places)[frame]
	}
	return w.Notes.Begin(t)
}
