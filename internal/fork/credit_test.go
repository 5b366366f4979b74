package fork

import "testing"

// TestCreditEnds: one frame follows the first fork unasked, and then no more.
func TestCreditEnds(t *testing.T) {
	s := alone()
	for i := range uint32(2) {
		s.fork(i)
		if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != i {
			t.Fatalf("frame %d is not public", i)
		}
	}
	fast := s.fork(2)
	if _, ok, _ := s.age.claim(s.age.load()); ok || !fast {
		t.Errorf("the third fork is public: %v, and fast: %v; nobody asked", ok, fast)
	}
}

// TestCreditAsked: a thief's request after the first fork is worth more than the first
// fork, for which nobody need have asked.
func TestCreditAsked(t *testing.T) {
	s := alone()
	s.fork(0)
	s.age.claim(s.age.load())
	s.Gate.ask()
	for i := range uint32(3) {
		s.fork(1 + i)
		if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != 1+i {
			t.Fatalf("frame %d is not public", 1+i)
		}
	}
}
