package fork

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestSettle: of several stolen frames that are joined one after the other thieves see nothing, and what is
// forked after that they get from the first free frame on.
func TestSettle(t *testing.T) {
	s := alone()
	const frames = 3
	for i := range uint32(frames) {
		s.Gate.ask()
		s.fork(i)
		if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != i {
			t.Fatalf("frame %d is not public", i)
		}
		s.body.Slot(i).state.Store(crew.Done)
	}
	before := s.age.word.Load()
	for i := uint32(frames); i > 0; i-- {
		if !s.JoinSlow(i - 1) {
			t.Errorf("frame %d is joined as if no thief had run it", i-1)
		}
		if _, ok, _ := s.age.claim(s.age.load()); ok {
			t.Errorf("a frame can be stolen after the join of %d", i-1)
		}
		if state := s.body.Slot(i - 1).state.Load(); state != crew.Pending {
			t.Errorf("frame %d is %s after its join", i-1, crew.StateName(state))
		}
	}
	if s.age.word.Load() != before {
		t.Error("the joins have written to the word that thieves read")
	}
	s.Gate.ask()
	s.fork(0)
	if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != 0 {
		t.Error("frame 0 is not public again")
	}
	s.body.Slot(0).state.Store(crew.Done)
	for _, joined := range []bool{false, true} { // reclaim may have to settle itself, or to renew after joins
		if joined {
			s.Gate.ask()
			s.fork(0)
			s.age.claim(s.age.load())
			s.body.Slot(0).state.Store(crew.Done)
			s.JoinSlow(0)
		}
		s.reclaim(0)
		if split, top := s.age.load(); split != 0 || top != 0 {
			t.Errorf("joined %v: the stack is left at split %d, top %d", joined, split, top)
		}
	}
}
