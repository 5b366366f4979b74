package sched

import (
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// A streak of short loops, one after the other, needs a worker that is awake when the next one
// begins: to wake it takes longer than a loop. So a worker that has found nothing lingers: it
// goes on searching, for policy.Linger at most, if that has paid lately. It is a searcher all the time, so
// nothing changes for those that make work, and it gives its processor up to other goroutines in
// each round. If the system has taken its processor away meanwhile, other programs need it, and it
// sleeps at once.

const (
	warmFor = time.Millisecond       // the same in Pool.Warm, whatever has paid
	taken   = 300 * time.Microsecond // a batch of rounds takes some 10 µs, 60 at a tray, an interrupt in a virtual machine 30 to 200
	trifle  = 2 * time.Microsecond   // work that ends sooner was not worth to linger for
)

// search is a worker's way from the end of its work to other work, or into sleep.
type search struct {
	w      *crew.Worker
	begun  time.Duration
	looked time.Duration // at the clock, last
}

func beginSearch(w *crew.Worker, now time.Duration) search {
	if m := &w.Memory; m.FoundAt > 0 && now-m.FoundAt < trifle {
		m.Patience = m.Patience.AfterVain()
	}
	return search{w, now, now}
}

// lingers reports whether to go on searching after a batch of rounds.
func (s *search) lingers(now time.Duration, warm bool) bool {
	m, before := &s.w.Memory, s.looked
	s.looked = now
	switch took := s.looked - s.begun; {
	case s.looked-before > taken:
		m.Patience = m.Patience.AfterTaken()
		return false
	case warm:
		return took < warmFor
	case !m.Patience.Lingers():
		return false
	case took < policy.Linger:
		return true
	}
	m.Patience = m.Patience.AfterVain()
	return false
}

// finds ends a search that found something.
func (s *search) finds(now func() time.Duration) {
	m := &s.w.Memory
	if m.FoundAt = 0; s.looked > s.begun { // it went on after its first batch of rounds
		m.FoundAt, m.Patience = now(), m.Patience.AfterFound()
	}
}

// wakes begins the search again after a sleep.
func (s *search) wakes(now time.Duration) {
	m, c := &s.w.Memory, s.w.Crew
	m.Patience = m.Patience.AfterSleep(now - s.looked)
	if c.Streak.Load() && c.Streak.CompareAndSwap(true, false) { // ORDER: none: it only says for how long to search
		m.Patience = m.Patience.Once()
	}
	s.begun, s.looked = now, now
}
