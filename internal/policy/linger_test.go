package policy

import (
	"testing"
	"time"
)

// batch is what a batch of rounds takes when nobody interrupts it.
const batch = 10 * time.Microsecond

// lingersFor returns for how long a search lingers from now on, a batch of rounds at a time.
func lingersFor(s *Search, warm bool) time.Duration {
	begun := s.looked
	for s.looked < begun+time.Second && s.Lingers(s.looked+batch, warm) {
	}
	return s.looked - begun
}

// TestSearch: a search lingers while that pays, for a bounded time, and not where its processor was
// taken away.
func TestSearch(t *testing.T) {
	const sleep = 10 * time.Millisecond
	var s Search
	s.Begin(time.Second)
	want := func(what string, warm bool, want time.Duration) {
		t.Helper()
		if took := lingersFor(&s, warm); took != want {
			t.Errorf("%s: it lingers for %v, want %v", what, took, want)
		}
	}
	want("at first", false, Linger)
	s.Begin(s.looked + time.Millisecond)
	want("after it did for nothing", false, batch)
	s.Begin(s.looked + time.Millisecond)
	want("in a warm pool", true, warmFor)
	s.Woken(s.looked+Linger/2, false)
	want("after a short sleep", false, Linger)
	s.Woken(s.looked+sleep, false)
	s.Lingers(s.looked+batch, false)
	s.Found(func() time.Duration { return s.looked })
	s.Begin(s.looked + time.Millisecond)
	want("after it found something while it lingered", false, Linger)

	s.Woken(s.looked+Linger/2, false)
	for _, warm := range []bool{false, true} {
		if s.Lingers(s.looked+taken+1, warm) {
			t.Errorf("warm %v: it lingers although its processor was taken away", warm)
		}
	}
	for range 30 {
		s.Woken(s.looked+sleep, false)
		want("soon after others needed its processor", false, batch)
	}
	s.Woken(s.looked+sleep, true)
	want("woken for a streak of loops", false, Linger)
	s.Woken(s.looked+sleep, false)
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
		{true, time.Millisecond, Linger},
		{false, trifle - 1, Linger},
	} {
		var s Search
		s.Begin(time.Second)
		if c.lingered {
			s.Lingers(s.looked+batch, false)
			s.Found(func() time.Duration { return s.looked })
		} else {
			s.found = s.looked // of a search before
			s.Found(nil)
		}
		s.Begin(s.looked + c.work)
		if got := lingersFor(&s, false); got != c.want {
			t.Errorf("after work of %v, found while it lingered: %v, it lingers for %v, want %v", c.work, c.lingered, got, c.want)
		}
	}
}

// TestSearch_rarely: a worker that is always woken for nothing lingers more and more rarely, but
// never stops to try.
func TestSearch_rarely(t *testing.T) {
	var s Search
	lingered := 0
	for range 1000 {
		s.Woken(s.looked+time.Second, false)
		if lingersFor(&s, false) > batch {
			lingered++
		}
		if s.Begin(s.looked); lingersFor(&s, false) > batch {
			t.Fatal("it lingers again at once")
		}
	}
	if lingered < 12 || lingered > 30 {
		t.Errorf("it lingered %d times in 1,000 sleeps", lingered)
	}
}
