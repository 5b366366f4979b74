package sleep

// TakeToken takes a token without waiting, and reports whether none was free: then the
// free tokens are below zero now. The caller is busy.
func (s *Sleep) TakeToken() (overdrawn bool) {
	return s.change(func(w word) word { return w.addFree(-1) }).free() <= 0
}

// TakeTokenAbove takes a token if more than n are free, n being below zero if so many may
// be overdrawn, and reports whether it did. The caller is busy then.
func (s *Sleep) TakeTokenAbove(n int) bool {
	for {
		w := s.load()
		if w.free() <= n {
			return false
		}
		if s.cas(w, w.addFree(-1)) {
			return true
		}
	}
}

// ReturnToken gives back the token of a busy caller that goes away or waits. It pays a
// debt if there is one, and reports that. Otherwise, if work was posted that nobody
// could be woken for, and there still is some, a sleeper gets the token. If this is
// the first free token private work of others may have gone unasked for, and the
// caller must ask for it.
func (s *Sleep) ReturnToken() (paid, first bool) {
	for {
		w := s.load()
		switch {
		case w.starved() && w.searching() == 0 && w.free() >= 0:
			// Cleared before the look: what is posted later sets it again.
			if s.cas(w, w&^starved) && s.waiting() && s.pass() {
				return false, false
			}
		case s.cas(w, w.addFree(1)):
			return w.free() < 0, w.free() == 0 && w.searching() == 0
		}
	}
}

// pass gives the caller's token to a sleeper, unless somebody searches already.
func (s *Sleep) pass() bool {
	for {
		w := s.load()
		if w.searching() > 0 {
			return false
		}
		if s.cas(w, w+oneWho) {
			s.wake()
			return true
		}
	}
}

// PayDebt gives the token of a busy caller back if tokens are overdrawn, and reports
// whether it did. Others hold all there are, and who of them gives one back
// finds what starved meanwhile.
func (s *Sleep) PayDebt() bool {
	for {
		w := s.load()
		if w.free() >= 0 {
			return false
		}
		if s.cas(w, w.addFree(1)) {
			return true
		}
	}
}

// AddTokens adds n tokens, which may be negative.
func (s *Sleep) AddTokens(n int) {
	if n == 0 {
		return
	}
	s.change(func(w word) word { return w.addFree(n) })
	if n > 0 {
		s.wakeOne()
	}
}

// Post is called after work was made public. Cost: one load unless somebody
// announced to sleep or can be woken.
func (s *Sleep) Post() {
	w := s.load()
	for w.announced() {
		if s.cas(w, w+oneJEC) {
			break
		}
		w = s.load()
	}
	s.wakeOne()
}

// RetryStart is called when a worker can be started again, after none could be: if work
// was posted meanwhile that nobody could be woken for, somebody is.
func (s *Sleep) RetryStart() {
	for w := s.load(); w.starved() && w.free() > 0 && w.searching() == 0; w = s.load() {
		// ORDER: cleared before the look, as in ReturnToken.
		if s.cas(w, w&^starved) && s.waiting() {
			s.wakeOne()
		}
	}
}
