package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A sleep decides who sleeps and who is woken: the jobs event counter of Rayon (Stone and Matsakis,
// RFC 5 of the Rayon project, New Sleep Algorithm, 2020) [RY20], which Blitz follows [BZ26].
//
// A worker without work must not burn its processor, and no task may lie in a queue while a worker
// sleeps that could run it. The danger is the lost wake-up: a worker looks and finds nothing;
// another pushes a task and sees nobody asleep; the first falls asleep.
//
// One word has all that a push must know, so that it costs one load as a rule:
//
//	bits 63..32  jec        jobs event counter: even from an announcement to the next post
//	bits 31..16  searching  workers that look for work and are awake
//	bits 15..0   asleep     workers on the list
//
//	falling asleep                            posting
//	1 announce: jec to even, remember it      1 make the task visible
//	2 look at every queue once more           2 jec to odd, if it is even
//	3 under the lock, if jec is still the     3 if a worker searches, leave the task to it;
//	  remembered one and the latch not set:     if none is asleep, all are busy, and will look
//	  searching-1, asleep+1, onto the list    4 else, under the lock: take a sleeper off the
//	4 park                                      list; asleep-1, searching+1; unpark it
//
// No wake-up is lost. Each change of the word is atomic, so all have one order. A post whose step 2
// comes before the announcement has made its task visible before step 2 of the sleeper, which finds it
// (or another worker took it). If it comes between 1 and 3, jec was even, is odd or more by then, and
// the sleeper stays awake. If it comes after 3, step 3 of the post sees the worker asleep, and
// wakes it or another one, or leaves the task to a searcher.
//
// "Left to a searcher": that one may go to sleep, and then the same holds for it. Or it finds another
// task, or what it waits for has ended. If others search, it is left to them. The last one that
// ends its search wakes a sleeper, if there is one, in its place.
//
// "The loot in between": a thief of several tasks has them in no deque for a moment, in which others find
// nothing. So it posts once they lie in its own.
//
// "Woken for a latch": such a worker is taken off the list without being counted as a searcher. No post is
// left to it, and it owes nothing. The setter changes the latch first and then takes the lock; the sleeper
// announces at the latch before it takes the lock, and looks at it again inside. If the sleeper was first
// at the lock, the setter finds it on the list; else it finds the latch set.
//
// Where workers are Alone a post is for one worker, and wakes that one, if it is asleep, whoever searches.
// Step 2 is what it is above.
type sleep struct {
	word  atomic.Uint64
	alone bool // a post is for one worker
	mu    park.Mutex
	list  []*Worker // under mu; the last one is woken first: its cache is the warmest
}

const (
	oneAsleep    uint64 = 1
	oneSearching uint64 = 1 << 16
	oneEvent     uint64 = 1 << 32
)

func asleep(word uint64) uint64    { return word & (oneSearching - 1) }
func searching(word uint64) uint64 { return word / oneSearching & (oneSearching - 1) }
func events(word uint64) uint64    { return word / oneEvent }
func even(word uint64) bool        { return word&oneEvent == 0 }

func (s *sleep) init(alone bool) {
	s.alone = alone
	s.word.Store(oneEvent) // ORDER: none: nobody else has the pool yet. Odd: nobody has announced
}

// begin counts the caller as a searcher.
func (s *sleep) begin() {
	// ORDER: before it looks anywhere: a post that loads the word later leaves its task to it.
	s.word.Add(oneSearching)
}

// end is a searcher's that has found a task, or need not look any more.
func (s *sleep) end() {
	// ORDER: after its last look; posts that loaded the word before may have left tasks to it, so the
	// last searcher hands that duty to a sleeper.
	if word := s.word.Add(^(oneSearching - 1)); searching(word) == 0 && asleep(word) > 0 && !s.alone {
		s.wakeAny()
	}
}

// announce is step 1 of falling asleep. It returns the counter to remember.
func (s *sleep) announce() uint64 {
	for {
		word := s.word.Load()
		if even(word) {
			return events(word)
		}
		// ORDER: before the last look at every queue: a post comes before this, and the look finds its
		// task, or after, and moves the counter, which sleep sees.
		if s.word.CompareAndSwap(word, word+oneEvent) {
			return events(word + oneEvent)
		}
	}
}

// sleep is steps 3 and 4 of falling asleep. It reports whether the worker is to go on searching, as
// one that counts as a searcher; if not, the latch is set, and it does not count.
func (s *sleep) sleep(w *Worker, l *latch, seen uint64) bool {
	if !l.announce() {
		return true
	}
	s.mu.Lock()
	for {
		word := s.word.Load()
		if events(word) != seen || l.isSet() {
			s.mu.Unlock()
			return true
		}
		// ORDER: fails if a post has moved the counter since the announcement; a later one sees asleep,
		// and waits for the lock until we are on the list.
		if s.word.CompareAndSwap(word, word-oneSearching+oneAsleep) {
			break
		}
	}
	w.waits = l
	w.counts.sleeps.Add(1)
	s.list = append(s.list, w)
	s.mu.Unlock()
	w.parker.Park()
	return w.searches
}

// post tells that a task was made visible: to whom it was dealt, or nil. Cost: one load, unless a worker
// is about to sleep or must be woken.
func (s *sleep) post(to *Worker) {
	word := s.word.Load()
	for even(word) {
		// ORDER: after the task was made visible: a sleeper that has announced before sees the counter
		// moved; one that announces later looks at every queue after that.
		if s.word.CompareAndSwap(word, word+oneEvent) {
			word += oneEvent
			break
		}
		word = s.word.Load()
	}
	switch {
	case asleep(word) == 0 || s.alone && to == nil:
	case s.alone:
		s.wake(oneSearching, func(w *Worker) bool { return w == to })
	case searching(word) == 0:
		s.wakeAny()
	}
}

// wakeAny wakes the last one that fell asleep, unless somebody searches by now.
func (s *sleep) wakeAny() {
	s.wake(oneSearching, func(*Worker) bool { return searching(s.word.Load()) == 0 })
}

// wake takes those that match off the list, adds what they count as from now on to the word, and wakes them.
func (s *sleep) wake(as uint64, match func(w *Worker) bool) {
	s.mu.Lock()
	for k := len(s.list) - 1; k >= 0; k-- {
		w := s.list[k]
		if !match(w) {
			continue
		}
		s.list = append(s.list[:k], s.list[k+1:]...)
		w.searches = as != 0
		// ORDER: before the permit, which lets the worker go on: it is counted when it looks.
		s.word.Add(as - oneAsleep)
		w.parker.Unpark()
	}
	s.mu.Unlock()
}
