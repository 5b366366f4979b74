package sched

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// batch is what a batch of rounds takes when nobody interrupts it.
const batch = 10 * time.Microsecond

// lingersFor returns for how long a search lingers from now on, a batch of rounds at a time.
func lingersFor(s *search, warm bool) time.Duration {
	begun := s.looked
	for s.looked < begun+time.Second && s.lingers(s.looked+batch, warm) {
	}
	return s.looked - begun
}

// TestSearch: a search lingers while that pays, for a bounded time, and not where its processor was
// taken away.
func TestSearch(t *testing.T) {
	const sleep = 10 * time.Millisecond
	w := &crew.Worker{Crew: new(crew.Crew)}
	s := beginSearch(w, time.Second)
	want := func(what string, warm bool, want time.Duration) {
		t.Helper()
		if took := lingersFor(&s, warm); took != want {
			t.Errorf("%s: it lingers for %v, want %v", what, took, want)
		}
	}
	want("at first", false, policy.Linger)
	s = beginSearch(s.w, s.looked+time.Millisecond)
	want("after it did for nothing", false, batch)
	s = beginSearch(s.w, s.looked+time.Millisecond)
	want("in a warm pool", true, warmFor)
	s.wakes(s.looked + policy.Linger/2)
	want("after a short sleep", false, policy.Linger)
	s.wakes(s.looked + sleep)
	s.lingers(s.looked+batch, false)
	s.finds(func() time.Duration { return s.looked })
	s = beginSearch(s.w, s.looked+time.Millisecond)
	want("after it found something while it lingered", false, policy.Linger)

	s.wakes(s.looked + policy.Linger/2)
	for _, warm := range []bool{false, true} {
		if s.lingers(s.looked+taken+1, warm) {
			t.Errorf("warm %v: it lingers although its processor was taken away", warm)
		}
	}
	for range 30 {
		s.wakes(s.looked + sleep)
		want("soon after others needed its processor", false, batch)
	}
	w.Crew.Streak.Store(true)
	s.wakes(s.looked + sleep)
	want("woken for a streak of loops", false, policy.Linger)
	s.wakes(s.looked + sleep)
	want("woken for something else", false, batch)
}

// TestSearch_trifles: work that is not worth to linger for is no reason to linger, unless it was found
// at once, as the rest of a loop is.
func TestSearch_trifles(t *testing.T) {
	for _, c := range []struct {
		lingered   bool
		work, want time.Duration
	}{
		{true, trifle - 1, batch},
		{true, time.Millisecond, policy.Linger},
		{false, trifle - 1, policy.Linger},
	} {
		s := beginSearch(new(crew.Worker), time.Second)
		if c.lingered {
			s.lingers(s.looked+batch, false)
			s.finds(func() time.Duration { return s.looked })
		} else {
			s.w.Memory.FoundAt = s.looked // of a search before
			s.finds(nil)
		}
		s = beginSearch(s.w, s.looked+c.work)
		if got := lingersFor(&s, false); got != c.want {
			t.Errorf("after work of %v, found while it lingered: %v, it lingers for %v, want %v", c.work, c.lingered, got, c.want)
		}
	}
}
