package fork

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// Forks that somebody watches (internal/watch). A recording follows some to their end: these have the mark
// watched, which is the owner's. All frames with it are below Stack.marked.

// ref names the fork at frame i while it is pending.
func (s *Stack) ref(i uint32) uint64 { return uint64(s.number)<<32 | uint64(i) }

// Watched reports whether a recording follows the fork.
func (slot *Slot) Watched() bool { return slot.Slow&watched != 0 }

// tellFork tells those who watch of the fork at frame i, whose argument is stored, before a thief can have
// it. If a steal schedule says that a thief took it, the thief has it from now on. It reports whether that
// is all: while such a schedule is followed nobody asks.
func (s *Stack) tellFork(i uint32) (done bool) {
	w := &s.worker.Watch
	follows, moved := s.watch.Fork(w, s.ref(i), i)
	if follows {
		s.body.Slot(i).Slow |= watched
		s.marked = i + 1
	}
	if moved {
		s.Gate.follow(s.opened())
	}
	if w.Notes == nil {
		return false
	}
	name, takes := w.Notes.Event(watch.TakeFork)
	if len(takes) > 0 {
		s.hand(i, takes[0])
	}
	if w.Follows() {
		return !s.worker.Stopped()
	}
	s.watch.Name(i, name)
	return false
}

// hand claims frame i for the thief that takes it by the steal schedule. All frames below are claimed:
// thieves take the oldest first.
func (s *Stack) hand(i uint32, t *watch.Take) {
	s.renew()
	if split, top := s.age.load(); split != i || top != i {
		s.worker.Watch.Notes.Diverge(t, "an older fork is pending there, which nobody takes")
		return
	}
	s.expose(i + 1)
	if _, ok, _ := s.age.claim(s.age.load()); ok { // else a thief was faster, since the schedule is followed no more
		s.worker.Crew.Watch.Steals.Hand(t, crew.Loot{Work: (*stolen)(s), Lo: int(i), Hi: int(i) + 1})
	}
}

// tell tells that the fork at frame i has come to its join, or past it.
func (s *Stack) tell(what watch.Event, i uint32) {
	if s.watch.Tell(&s.worker.Watch, what, s.ref(i)) {
		s.Gate.follow(s.opened())
	}
}

// JoinWatched ends the first branch of the watched fork at frame i. It reports whether a thief
// ran the second, as JoinSlow does. If none did, the caller runs it, and then calls Rejoined.
func (s *Stack) JoinWatched(i uint32) (stolen bool) {
	s.owned()
	slot := s.body.Slot(i)
	slot.Slow &^= watched
	s.marked = min(s.marked, i)
	if slot.Slow&public != 0 && s.JoinSlow(i) {
		return true
	}
	s.tell(watch.Retake, i)
	return false
}

// Rejoined ends the second branch of the watched fork at frame i.
func (s *Stack) Rejoined(i uint32) { s.tell(watch.Joined, i) }

// lose forgets the watched forks from base on, which nobody will join.
func (s *Stack) lose(base uint32) {
	for j := base; j < s.marked; j++ {
		if slot := s.body.Slot(j); slot.Watched() {
			slot.Slow &^= watched
			s.tell(watch.Drop, j)
		}
	}
	s.marked = min(s.marked, base)
}
