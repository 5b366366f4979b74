//go:build race && !explore

package fork

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/aside"
	"github.com/skua-go/skua/internal/crew"
)

// Apart says whether this build runs forks as asides (aside.Aside), so that the race detector sees
// which branches are parallel.
const Apart = true

// asides are the forks of a stack that are asides and not joined, the oldest first. Those at or above
// split keep all from there on private: no thief may take what is an aside.
type asides struct{ list []pending }

type pending struct {
	i uint32
	a *aside.Aside
}

// MayPart is called before each fork, here at frame i: it reports whether any may be an aside. If so, it
// does what a slow fork does first, and panics if the run was cancelled, of which nobody tells an aside.
func (s *Stack) MayPart(i uint32) bool {
	if !apart.On() {
		return false
	}
	s.Prepare(i)
	s.worker.Check()
	return true
}

// Parts reports whether the fork is to be an aside: then Aside must follow.
func (s *Stack) Parts() bool { return s.worker.Crew.Parts(s.worker.Apart()) }

// Aside makes the fork at frame i, whose argument is stored, an aside.
func (s *Stack) Aside(i uint32) {
	slot := s.body.Slot(i)
	slot.Slow |= isAside
	a := aside.New(s.worker, func(w *crew.Worker) { s.body.Exec(w, i) })
	s.asides.list = append(s.asides.list, pending{i, a})
	a.Offer()
}

// JoinAside ends the fork at frame i, which is an aside: the result is in the frame, or the failure goes on.
func (s *Stack) JoinAside(i uint32) {
	s.owned()
	last := len(s.asides.list) - 1
	p := s.asides.list[last]
	s.asides.list = s.asides.list[:last]
	s.body.Slot(i).Slow &^= isAside
	left := p.a.Join(s.worker)
	s.worker.Inherit(left)
}

// dropAsides takes back all asides from frame base on.
func (s *Stack) dropAsides(base uint32) {
	for last := len(s.asides.list) - 1; last >= 0 && s.asides.list[last].i >= base; last-- {
		p := s.asides.list[last]
		s.asides.list = s.asides.list[:last]
		s.body.Slot(p.i).Slow &^= isAside
		p.a.Drop(s.worker)
	}
}

// sharable returns up to which frame thieves may have what is private below end.
func (s *Stack) sharable(end uint32) uint32 {
	for _, p := range s.asides.list {
		if p.i >= s.split {
			return min(end, p.i)
		}
	}
	return end
}
