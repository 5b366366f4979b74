package policy

import "time"

// Linger is how long a worker that has found nothing goes on looking if that has paid lately. To wake
// one costs whoever wakes it 2 to 65 µs, as measured on machines of several kinds, and it comes
// 10 to 100 µs later: so a worker that lingers for the price of a few wake-ups may lose as much
// as it can save.
const Linger = 200 * time.Microsecond

const (
	warmFor  = time.Millisecond       // in place of Linger in Pool.Warm, whatever has paid
	taken    = 300 * time.Microsecond // a batch of rounds takes some 10 µs, 60 at a tray, an interrupt in a virtual machine 30 to 200
	trifle   = 2 * time.Microsecond   // work that ends sooner was not worth to linger for
	mostVain = 6                      // bounds how rarely lingering is tried: after each 63rd sleep. Arbitrary
)

// Search is a worker's way from the end of its work to other work, or into sleep, and what it remembers of
// those before. Times are of the scheduler's clock. The zero Search lingers once.
//
// A streak of short loops, one after the other, needs a worker that is awake when the next one
// begins: to wake it takes longer than a loop. So a worker that has found nothing lingers: it
// goes on searching, for Linger at most, if that has paid lately. It is a searcher all the time, so
// nothing changes for those that make work, and it gives its processor up to other goroutines in
// each round. If the system has taken its processor away meanwhile, other programs need it, and it
// sleeps at once.
type Search struct {
	begun  time.Duration
	looked time.Duration // at the clock, last
	found  time.Duration // when the last search found something, if it had lingered; else 0
	vain   uint8         // how often in a row the worker lingered for nothing
	skip   uint8         // searches after a sleep until it lingers again
}

// Begin begins a search.
func (s *Search) Begin(now time.Duration) {
	if s.found > 0 && now-s.found < trifle {
		s.inVain()
	}
	s.begun, s.looked = now, now
}

// Lingers reports whether to go on searching after a batch of rounds.
func (s *Search) Lingers(now time.Duration, warm bool) bool {
	before, took := s.looked, now-s.begun
	s.looked = now
	switch {
	case now-before > taken:
		s.vain = mostVain
	case warm:
		return took < warmFor
	case s.skip > 0:
		return false
	case took < Linger:
		return true
	}
	s.inVain()
	return false
}

// inVain notes that the worker lingered for nothing: it does so more and more rarely from now on.
func (s *Search) inVain() {
	s.vain = min(s.vain+1, mostVain)
	s.skip = 1<<s.vain - 1
}

// Found ends a search that has found something.
func (s *Search) Found(now func() time.Duration) {
	if s.found = 0; s.looked > s.begun { // it went on after its first batch of rounds
		s.found, s.vain, s.skip = now(), 0, 0
	}
}

// Woken begins the search again after a sleep. If a streak of loops is to come the worker lingers once, and
// a failure does not shorten the time until it tries again.
func (s *Search) Woken(now time.Duration, streak bool) {
	if now-s.looked < Linger { // to linger would have found the work
		s.vain, s.skip = 0, 0
	} else if s.skip > 0 {
		s.skip--
	}
	if streak {
		s.skip = 0
	}
	s.begun, s.looked = now, now
}
