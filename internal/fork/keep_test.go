package fork

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// plain is a body whose frames hold nothing.
type plain [4]Slot

func (b *plain) Slot(i uint32) *Slot       { return &b[i] }
func (b *plain) Exec(*crew.Worker, uint32) {}
func (b *plain) Clear()                    {}
func (b *plain) Name() string              { return "plain" }

// fork forks at frame i as the facade does, and reports whether that was fast.
func (s *Stack) fork(i uint32) (fast bool) {
	if i >= s.Gate.load() {
		return true
	}
	s.Prepare(i)
	s.Offer(i)
	return false
}

// nothing is a kind of work of which there is none.
type nothing struct{ crew.Asked }

func (nothing) Answer() {}

// alone returns the stack of a guest in a pool for two, of which the other never comes.
func alone() *Stack {
	p := forkCrew(crew.Config{}, 2)
	w := p.Hire(-1)
	w.Offer(nothing{}, New(w), nil)
	p.Sleep.TakeToken()
	w.Begin(nil)
	return NewStack(w, "key", &plain{})
}

// TestFirstForkTaken: a call's first fork is public, and if a thief takes it, the
// next is too, though nobody asked.
func TestFirstForkTaken(t *testing.T) {
	s := alone()
	s.fork(0)
	if _, ok, _ := s.age.claim(s.age.load()); !ok {
		t.Fatal("the first fork is not public")
	}
	s.fork(1)
	if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != 1 {
		t.Error("after the first was taken the next is not public")
	}
}

// TestFirstForkBack: if nobody takes it, the forks after it are fast.
func TestFirstForkBack(t *testing.T) {
	s := alone()
	s.fork(0)
	if s.JoinSlow(0) {
		t.Fatal("somebody took the first fork")
	}
	if !s.fork(0) {
		t.Error("a fork was slow although nobody asked and nobody took the first")
	}
}

// TestRequestForNobody: a request whose thief has found other work does not keep the
// owner from making public what it would have without the request.
func TestRequestForNobody(t *testing.T) {
	s := alone()
	p := s.worker.Crew
	p.Sleep.TakeToken() // the other worker is busy
	for range 2 {       // the first may be no thief's
		s.demand.Answered()
	}
	s.fork(0) // opens the gate; nobody wants it, but there is credit
	if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != 0 {
		t.Fatal("with credit the first fork is not public")
	}
	s.Gate.ask()
	s.fork(1)
	if frame, ok, _ := s.age.claim(s.age.load()); !ok || frame != 1 {
		t.Error("the fork that met the request is not public")
	}
}
