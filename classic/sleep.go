package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A sleep decides who sleeps and who is woken: by the jobs event counter of Rayon (Stone and Matsakis,
// RFC 5 of the Rayon project, New Sleep Algorithm, 2020) [RY20], which Blitz follows [BZ26].
//
// The danger is the lost wake-up: a worker looks and finds nothing; another pushes a task and sees nobody
// asleep; the first falls asleep beside the task. One word has all that a push must know:
//
//	bits 63..32  jec        jobs event counter: even from an announcement to the next post
//	bits 31..16  searching  workers that look for work and are awake
//	bits 15..0   asleep     workers on the list
//
//	falling asleep                            posting
//	1 announce: jec to even, remember it      1 make the task visible
//	2 look at every queue once more           2 jec to odd, if it is even
//	3 under the lock, if jec is still the     3 if a worker searches, leave the task to it;
//	  remembered one and the latch not open:    if none is asleep, all are busy, and will look
//	  searching-1, asleep+1, onto the list    4 else, under the lock: take a sleeper off the
//	4 park                                      list; asleep-1, searching+1; then unpark it
//
// Each change of the word is atomic, so all have one order. If step 2 of a post comes before the
// announcement, the task is visible before step 2 of the sleeper, which finds it, or another worker
// took it. If it comes between 1 and 3, jec moves, and the sleeper stays awake. If it comes after 3,
// step 3 of the post finds a worker asleep, and wakes one or leaves the task to a searcher.
//
//   - "Left to a searcher" (scenario ClassicSearch): it may go to sleep, and then the same holds for it. Or
//     it finds another task, or its latch opens; if others search, the duty is theirs; if not, it wakes two.
//   - "Loot on its way" (scenario ClassicLoot): tasks that are moved are in no queue for a moment, in which
//     others find nothing. So whoever moves them posts once they lie in a queue again.
//   - "Woken for a latch" (scenario ClassicLatch): such a worker is not counted as a searcher, so no task is
//     left to it. Who opens the latch then takes the lock; the sleeper announces at the latch, takes the
//     lock, and looks at the latch again. Whoever has the lock second sees what the other did.
type sleep struct {
	word  atomic.Uint64
	alone bool // a post wakes the worker that the task was dealt to, and no other
	mu    park.Mutex
	list  []*Worker // under mu; the last one is woken first: its cache is the warmest
}

const oneAsleep, oneSearching, oneEvent uint64 = 1, 1 << 16, 1 << 32

func asleep(word uint64) uint64    { return word & (oneSearching - 1) }
func searching(word uint64) uint64 { return word / oneSearching & (oneSearching - 1) }
func events(word uint64) uint64    { return word / oneEvent }
func even(word uint64) bool        { return word&oneEvent == 0 }

// begin counts the caller as a searcher. ORDER: before it looks anywhere: a post that loads the word later
// leaves its task to it.
func (s *sleep) begin() { s.word.Add(oneSearching) }

// end is for a searcher that has found a task, or need not look any more. ORDER: after its last look; posts
// that loaded the word before have left tasks to it.
func (s *sleep) end() {
	if word := s.word.Add(^(oneSearching - 1)); asleep(word) > 0 {
		s.hand(word, nil, 2)
	}
}

// announce is step 1 of falling asleep. It returns the counter to remember.
func (s *sleep) announce() uint64 {
	word := s.word.Load()
	for ; !even(word); word = s.word.Load() {
		// ORDER: before the last look at every queue: a post comes before this, and the look finds its
		// task, or after, and moves the counter, which sleep sees.
		s.word.CompareAndSwap(word, word+oneEvent)
	}
	return events(word)
}

// sleep is steps 3 and 4. It reports whether the worker still counts as a searcher; if not, l is open.
func (s *sleep) sleep(w *Worker, l *latch, seen uint64) bool {
	if !l.announce() {
		return true
	}
	s.mu.Lock()
	for word := s.word.Load(); events(word) == seen && !l.isOpen(); word = s.word.Load() {
		// ORDER: fails if a post has moved the counter since the announcement; a later one sees asleep,
		// and waits for the lock until we are on the list.
		if s.word.CompareAndSwap(word, word-oneSearching+oneAsleep) {
			w.waits = l
			s.list = append(s.list, w)
			s.mu.Unlock()
			w.tried.Sleeps++
			w.parker.Park()
			return w.searches
		}
	}
	s.mu.Unlock()
	return true
}

// post tells that a task was made visible, and to whom it was dealt, or nil. Cost: one load, unless a
// worker is about to sleep or must be woken.
func (s *sleep) post(to *Worker) {
	word := s.word.Load()
	for ; even(word); word = s.word.Load() {
		// ORDER: after the task was made visible: a sleeper that has announced before sees the counter
		// moved; one that announces later looks at every queue after that.
		s.word.CompareAndSwap(word, word+oneEvent)
	}
	if asleep(word) > 0 {
		s.hand(word, to, 1)
	}
}

// hand is step 4 of a post, and what the last searcher does when it ends: those that fell asleep last are
// woken until n search, unless one does; or where workers are alone the one that the task was dealt to.
func (s *sleep) hand(word uint64, to *Worker, n uint64) {
	if s.alone && to != nil || !s.alone && searching(word) == 0 {
		s.wake(oneSearching, func(w *Worker) bool { return s.alone && w == to || !s.alone && searching(s.word.Load()) < n })
	}
}

// wake takes those that match off the list, counts them as given, and wakes them.
func (s *sleep) wake(as uint64, match func(w *Worker) bool) {
	s.mu.Lock()
	for k := len(s.list) - 1; k >= 0; k-- {
		w := s.list[k]
		if match(w) {
			s.list = append(s.list[:k], s.list[k+1:]...)
			w.searches = as == oneSearching
			s.word.Add(as - oneAsleep) // ORDER: before the permit: the worker is counted when it looks
			defer w.parker.Unpark()    // after the lock, since it takes long
		}
	}
	s.mu.Unlock()
}
