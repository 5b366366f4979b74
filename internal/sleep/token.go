package sleep

// TakeToken takes a token without waiting, and reports whether none was free: then
// the free tokens are below zero now. The caller is busy.
//
// NOT: wait until a token is free. The caller may be a call inside a task that holds
// the only one: decision 0004.
func (s *Sleep) TakeToken() (overdrawn bool) {
	return s.subtract(oneFree).free() < 0
}

// TakeFreeToken takes a token if one is free, and reports whether it did. The caller is busy then.
func (s *Sleep) TakeFreeToken() bool {
	return s.try(func(w word) (word, bool) { return w.addFree(-1), w.free() > 0 })
}

// ReturnToken gives back the token of a busy caller that goes away or waits. If tokens
// are overdrawn, it pays a part of the debt. Otherwise the token becomes free; and
// if starved is set, nobody searches and some work is public still, a sleeper is woken with it.
// If it is the first free one and nobody searches, ReturnToken
// reports ask: private work may exist that no thief has asked for, so the caller must
// ask every owner for it.
//
// NOT: let a sleeper have the token while tokens are overdrawn. The debt lasted as
// long as there was work, and grew with each new one: decision 0011.
//
// NOT: report ask while somebody searches. That searcher asks before it sleeps, and
// each of many short calls paid for a request: decision 0010.
func (s *Sleep) ReturnToken() (ask bool) {
	w := s.add(oneFree)
	if w.free() <= 0 {
		return false
	}
	first := w.free() == 1
	if w.starved() {
		s.RetryStart()
		w = s.load()
	}
	return first && w.searching() == 0
}

// SearchAlone turns a busy caller that waits into the only searcher, and reports whether it did.
// It does not if another searches; nor if a token is free, since a post wakes a sleeper then; nor
// if tokens are overdrawn, since a debt is paid first.
func (s *Sleep) SearchAlone() bool {
	return s.try(func(w word) (word, bool) { return w&^starved + oneSearcher, w.searching() == 0 && w.free() == 0 })
}

// HandOver gives the token and the search of a searcher that must wait, and has found work, to a
// sleeper.
func (s *Sleep) HandOver() { s.wake(inPlace) }

// WorkPublic reports whether any work is public.
func (s *Sleep) WorkPublic() bool { return s.workPublic() }

// PayDebt gives the token of a busy caller back if tokens are overdrawn, and reports
// whether it did. It looks for no work that starved: all tokens are held while there
// is a debt, and the first holder that gives one back after the debt is paid looks.
func (s *Sleep) PayDebt() bool {
	return s.try(func(w word) (word, bool) { return w.addFree(1), w.free() < 0 })
}

// Bring gives the caller a token that there was not before.
func (s *Sleep) Bring() { s.countAdded(1) }

// Overdraw wakes a sleeper although no token is free, unless somebody searches, and reports whether it did.
func (s *Sleep) Overdraw() bool {
	did := s.try(func(w word) (word, bool) { return w.toSearcher(), w.searching() == 0 && w.free() <= 0 })
	if did {
		s.wake(beside)
	}
	return did
}

// Drop ends the token that the caller holds.
func (s *Sleep) Drop() { s.countTaken(-1) }

// Grant adds n tokens, which may be negative. It wakes nobody, for a caller that holds a lock which
// startWorker takes, and calls Offer when it has let go of that.
func (s *Sleep) Grant(n int) {
	if n == 0 {
		return
	}
	s.countAdded(n)
	s.update(func(w word) word { return w.addFree(n) })
	s.countTaken(n)
}

// Offer wakes a worker for tokens that Grant has added.
func (s *Sleep) Offer(n int) {
	if n > 0 {
		s.wakeOne()
	}
}

// Post is called after work was made public. Cost: a load while a worker searches, or none can
// be woken and starved is set already; a CAS more if one has announced that it will sleep; else a
// CAS, and a wake-up if a token is free.
//
// NOT: wake nobody during the first microseconds of a call, and let a watcher wake
// workers for calls that last longer. Only one short call in 25 woke a worker: decision
// 0010.
func (s *Sleep) Post() {
	w := s.load()
	for w.announced() {
		if s.cas(w, w+oneJEC) {
			w += oneJEC
			break
		}
		w = s.load()
	}
	s.wakeOneAt(w)
}

// RetryStart is called when a token is free again, or a worker can be started again, after none was or
// could be. If work was posted meanwhile for which nobody could be woken, it wakes somebody now.
func (s *Sleep) RetryStart() {
	for w := s.load(); w.starved() && w.free() > 0 && w.searching() == 0; w = s.load() {
		// ORDER: cleared before the look: a Post that comes later sets it again.
		if !s.cas(w, w&^starved) {
			continue
		}
		if s.workPublic() {
			s.wakeOne() // which sets it again, and looks again, if nobody can be woken
		}
		return
	}
}
