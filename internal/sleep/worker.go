package sleep

// StartSearch turns a token holder from busy to searching: it has ended a task and
// will look at everything.
func (s *Sleep) StartSearch() {
	s.change(func(w word) word { return w&^starved + oneWho })
}

// EndSearch turns a searcher to busy. Posts were left to it while it searched, and it
// takes only one of them: so the last one wakes another if work is public. If none
// is, it reports whether it must ask every owner for its private work in the
// stead of who would have been woken.
func (s *Sleep) EndSearch() (ask bool) {
	w := s.change(func(w word) word { return w - oneWho })
	switch {
	case w.searching() > 1:
		return false
	// ORDER: looked at after the change: who posts later sees no searcher.
	case s.waiting():
		s.wakeOne()
		return false
	}
	return w.free() > 0
}

// AnnounceSleep says that the searcher is about to sleep and returns what FallAsleep
// wants. After it, and before FallAsleep, the searcher must ask every busy owner
// for its private work and search everything once more.
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

// FallAsleep gives the token back and waits to be woken, unless work was posted
// since the announcement; then it returns at once. Either way the caller is a
// searcher with a token when it returns.
func (s *Sleep) FallAsleep(id int, announced uint32) {
	s.lie(id)
	for {
		w := s.load()
		if w.jec() != announced {
			s.rise(id)
			return
		}
		if s.cas(w, w.put()) {
			s.who[id].Park()
			return
		}
	}
}

// Withdraw gives the token of a searcher back that will not search any more, unless
// work was posted since it announced. It reports whether it did. It is FallAsleep
// without lying down: who looks for somebody to wake starts a new worker.
func (s *Sleep) Withdraw(announced uint32) bool {
	for {
		w := s.load()
		if w.jec() != announced {
			return false
		}
		if s.cas(w, w.put()) {
			return true
		}
	}
}

// Rest is for a worker that gave its token away with a wake-up: it waits for a
// token and returns as a searcher.
func (s *Sleep) Rest(id int) {
	if s.tryTake() {
		return
	}
	s.lie(id)
	if s.tryTake() {
		s.rise(id)
		return
	}
	s.who[id].Park()
}

func (s *Sleep) tryTake() bool {
	for {
		w := s.load()
		if w.free() <= 0 {
			return false
		}
		if s.cas(w, w.take()&^starved) {
			return true
		}
	}
}

// ExitAndWakeNext is a searcher's last act: it gives its token back, and wakes a sleeper
// so that this one ends too.
func (s *Sleep) ExitAndWakeNext() {
	s.change(word.put)
	if s.anyAsleep() {
		s.change(word.take)
		s.wake()
	}
}
