package fork

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// watched is a stack whose forks somebody watches (internal/watch, watched forks). Its methods are
// the owner's.
type watched Stack

// Watched reports whether a recording has noted the fork.
func (slot *Slot) Watched() bool { return slot.Slow&noted != 0 }

// fork tells those who watch of the fork at frame i, whose argument is stored, before a thief can have
// it. If a steal schedule says that a thief took it, the thief has it from now on. It reports whether that
// is all: while such a schedule is followed nobody asks.
func (s *watched) fork(i uint32) (done bool) {
	w := &s.worker.Watch
	follows, moved := s.watch.Fork(w, i)
	if follows {
		s.body.Slot(i).Slow |= noted
	}
	if moved {
		s.Gate.move((*Stack)(s).opened())
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
func (s *watched) hand(i uint32, t *watch.Take) {
	(*Stack)(s).renew()
	if split, top := s.age.load(); split != i || top != i {
		s.worker.Watch.Notes.Diverge(t, "an older fork is pending there, which nobody takes")
		return
	}
	(*Stack)(s).expose(i + 1)
	if _, ok, _ := s.age.claim(s.age.load()); ok { // else a thief was faster, since the schedule is followed no more
		s.worker.Crew.Watch.Steals.Hand(t, crew.Loot{Work: (*stolen)(s), Lo: int(i), Hi: int(i) + 1})
	}
}

// meet is Look in a directed pool, whose gates stay shut: the frames below end become public, and other
// goroutines have their turn.
func (s *watched) meet(end uint32) {
	w, at := s.worker, watch.AtPoll
	w.Check()
	if end > s.split {
		at = watch.AtFork
		(*Stack)(s).expose(end)
	}
	w.AnswerOthers(crew.Forks)
	w.Watch.Point(at)
	w.Check()
}

// tell tells that the fork at frame i has come to its join, or past it.
func (s *watched) tell(what watch.Event, i uint32) {
	if s.watch.Tell(&s.worker.Watch, what, i) {
		s.Gate.move((*Stack)(s).opened())
	}
}

// JoinWatched ends the watched fork at frame i, as JoinSlow does if a thief has run the task. If none has,
// run is to: those who watch see when it begins and ends.
func (s *Stack) JoinWatched(i uint32, run func()) {
	s.owned()
	slot := s.body.Slot(i)
	slot.Slow &^= noted
	s.watch.Cut(i)
	if slot.Slow&public != 0 && s.JoinSlow(i) {
		return
	}
	(*watched)(s).tell(watch.Retake, i)
	run()
	(*watched)(s).tell(watch.Joined, i)
}

// lose forgets the watched forks from base on, which nobody will join.
func (s *watched) lose(base uint32) {
	end := s.watch.Cut(base)
	for j := base; j < end; j++ {
		if slot := s.body.Slot(j); slot.Watched() {
			slot.Slow &^= noted
			s.tell(watch.Drop, j)
		}
	}
}
