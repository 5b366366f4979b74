package sleep

import "github.com/skua-go/skua/internal/park"

// StartSearch turns a token holder from busy to searching: it has ended a task and
// will look at everything. It returns how many search now.
//
// It clears starved if it sees it. Where starved is set after that look it stays, and a giver looks for
// work once more than it must.
func (s *Sleep) StartSearch() int {
	w := s.add(oneSearcher)
	// ORDER: before the caller looks at everything, as starved asks a giver to do.
	for w.starved() && !s.cas(w, w&^starved) {
		w = s.load()
	}
	return w.searching()
}

// EndSearch turns a searcher that found work to busy. Posts were left to it while it
// searched, and it takes only one of them: so the last searcher wakes another worker
// if a token is free and work is public, and if no token is free it leaves them to the next one that
// is given back. If no work is public, EndSearch reports that the caller
// must ask every owner for its private work, since a token is free and nobody searches any more.
//
// NOT: wake another worker without a look. Every task that came alone woke two
// workers, and the second found nothing.
func (s *Sleep) EndSearch() (ask bool) {
	w := s.leaveSearch()
	switch {
	case w.searching() > 0 || w.free() <= 0:
		return false
	// ORDER: looked at after the change: a poster that comes later sees no searcher.
	case s.workPublic():
		s.wakeOne()
		return false
	}
	return true
}

// leaveSearch turns a searcher to busy, and sets starved if nobody else searches and no token is free.
// It returns the word after that.
//
// While others search it subtracts, which never fails. If all of them have left meanwhile, it has been
// the last, and sees to starved now: until then nobody else does, but a giver whose token it sees as a
// free one.
func (s *Sleep) leaveSearch() word {
	if s.load().searching() <= 1 {
		return s.update(word.endSearch).endSearch()
	}
	w := s.subtract(oneSearcher)
	for w.searching() == 0 && w.free() <= 0 && !w.starved() {
		if s.cas(w, w|starved) {
			return w | starved
		}
		w = s.load()
	}
	return w
}

// AnnounceSleep says that the searcher is about to sleep, and returns the count that
// FallAsleep and Withdraw want. Before it calls one of them the searcher must ask
// every busy owner for its private work, and search everything once more.
func (s *Sleep) AnnounceSleep() uint32 {
	for {
		w := s.load()
		if w.announced() {
			return w.jec()
		}
		if s.cas(w, w+oneJEC) {
			return (w + oneJEC).jec()
		}
	}
}

// FallAsleep gives the token of searcher id back and waits to be woken. If work was
// posted since the announcement it returns at once. Either way the caller is a
// searcher with a token when FallAsleep returns true. False: it has slept for long, and is to end.
func (s *Sleep) FallAsleep(id int, announced uint32) bool {
	return !s.sleepUnlessPosted(id, announced) || s.parkUntilWoken(id)
}

// sleepUnlessPosted is steps 3 and 4 of falling asleep; it reports whether the worker
// must park now.
func (s *Sleep) sleepUnlessPosted(id int, announced uint32) bool {
	s.markAsleep(id)
	if !s.Withdraw(announced) {
		s.unmarkAsleep(id)
		return false
	}
	return true
}

// Withdraw gives back the token of a searcher that ends, unless work was posted since
// the searcher announced, and reports whether it did. It is FallAsleep without a bit
// among the sleepers: a poster that wants to wake somebody starts a new worker.
func (s *Sleep) Withdraw(announced uint32) bool {
	checkAnnounced(announced)
	return s.try(func(w word) (word, bool) { return w.fromSearcher(), w.jec() == announced })
}

// Rest is called by worker id when it has given its token away with a wake-up: it
// waits for a token, and returns as a searcher, or, if none comes for long, false: then it is to end.
func (s *Sleep) Rest(id int) bool {
	if s.restUnlessFree(id) {
		return s.parkUntilWoken(id)
	}
	park.Yield() // the one that was woken with the token is first in line on this processor
	return true
}

// restUnlessFree is steps 1 to 3 of resting; it reports whether the worker must park
// now.
func (s *Sleep) restUnlessFree(id int) bool {
	if s.takeToSearch() {
		return false
	}
	s.markAsleep(id)
	if s.takeToSearch() {
		s.unmarkAsleep(id)
		return false
	}
	return true
}

// takeToSearch takes a free token for a caller that will search with it, and reports
// whether one was free.
func (s *Sleep) takeToSearch() bool {
	return s.try(func(w word) (word, bool) { return w.toSearcher() &^ starved, w.free() > 0 })
}

// ExitAndWakeNext is a searcher's last act: it gives its token back, and wakes a
// sleeper so that this one ends too.
func (s *Sleep) ExitAndWakeNext() {
	s.update(word.fromSearcher)
	if s.anyAsleep() {
		s.update(word.toSearcher)
		s.wake(beside)
	}
}
