package sleep

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// MaxSleepers is how many workers can sleep in one Sleep: 1,024, of which each has a bit.
const MaxSleepers = 64 * words

// words is how many words have the bits: arbitrary, not measured.
const words = 16

// Sleep decides which workers run: it holds the tokens, counts the searchers, and
// wakes sleepers. The states, the steps of both sides, the invariants S1 to S7 and
// the argument that no wake-up is lost are in doc.go. Safe for concurrent use; only
// Rest and FallAsleep wait.
type Sleep struct {
	_        pad.Line
	word     atomic.Uint64
	_        pad.Line
	sleepers [words]atomic.Uint64      // bit id: worker id may be woken, by the worker that clears the bit
	parkers  [MaxSleepers]*park.Parker // nil: the bed is free
	wakes    atomic.Uint64
	stay     bool // constant
	audit

	startWorker func() bool
	canStart    func() bool
	workPublic  func() bool
}

// New returns a Sleep with that many free tokens, and three callbacks. startWorker
// is called when nobody sleeps, with a token and a search to give away: it starts a
// worker that owns both and reports true, or reports false. canStart reports whether
// startWorker would succeed now. workPublic reports whether any work is public.
func New(tokens int, startWorker, canStart, workPublic func() bool) *Sleep {
	s := &Sleep{startWorker: startWorker, canStart: canStart, workPublic: workPublic}
	s.word.Store(uint64(newWord(tokens)))
	s.countAdded(tokens)
	return s
}

// Stay lets workers sleep as long as nobody wakes them. Before the first.
func (s *Sleep) Stay() { s.stay = true }

// Bed returns the number for the next worker that can sleep: the lowest that is free, or -1. It, Register
// and Leave are called under one lock.
func (s *Sleep) Bed() int { return slices.Index(s.parkers[:], nil) }

// Register makes p the parker of worker id, which is a free bed. It is called before that worker runs.
func (s *Sleep) Register(id int, p *park.Parker) {
	s.checkBed(id, false)
	s.parkers[id] = p
}

// Leave frees the bed of worker id, which has ended.
func (s *Sleep) Leave(id int) {
	s.checkBed(id, true)
	s.parkers[id] = nil
}

// Wakes returns how many sleepers were woken so far.
func (s *Sleep) Wakes() uint64 { return s.wakes.Load() }

// Free returns how many tokens nobody holds; below zero when overdrawn.
func (s *Sleep) Free() int { return s.load().free() }

// Now returns, of one instant, how many workers search and how many tokens nobody holds.
func (s *Sleep) Now() (searching, free int) {
	w := s.load()
	return w.searching(), w.free()
}

// Wanted reports whether work made public now would be taken by another worker: one
// searches, or a token is free to wake one with.
func (s *Sleep) Wanted() bool {
	w := s.load()
	return w.searching() > 0 || w.free() > 0
}

// TokenUnused reports whether a token is free and nobody searches.
func (s *Sleep) TokenUnused() bool {
	w := s.load()
	return w.free() > 0 && w.searching() == 0
}

func (s *Sleep) load() word { return word(s.word.Load()) }

// cas changes the word if it is old still.
//
// ORDER: every change is one CAS of the whole word, or an addition to it (add), so all of them have
// one order; doc.go argues by that order alone.
func (s *Sleep) cas(old, new word) bool {
	removed := s.countsTaken()
	ok := s.word.CompareAndSwap(uint64(old), uint64(new))
	s.checkChange(ok, old, new, removed)
	return ok
}

// add changes the word by one addition, which cannot fail, and returns the new word. It is for changes
// that are right whatever the word is: of many workers that change it at once none has to try again.
//
// ORDER: one addition to the whole word has its place among the changes by cas.
func (s *Sleep) add(delta word) word {
	removed := s.countsTaken()
	w := word(s.word.Add(uint64(delta)))
	s.checkChange(true, w-delta, w, removed)
	return w
}

// subtract is add of a negative number.
func (s *Sleep) subtract(delta word) word { return s.add(-delta) }

// update replaces the word w by f(w), and returns w.
func (s *Sleep) update(f func(word) word) word {
	for {
		w := s.load()
		if s.cas(w, f(w)) {
			return w
		}
	}
}

// try replaces the word w by f(w) if f says that it may, and reports whether it did.
func (s *Sleep) try(f func(w word) (next word, may bool)) (did bool) {
	for {
		w := s.load()
		next, may := f(w)
		if !may || s.cas(w, next) {
			return may
		}
	}
}

// wakeOne gives a free token to a sleeper, or to a new worker, if a token is free
// and nobody searches already. If nobody searches and no token is free it sets
// starved, so that the next token that is given back is offered to a sleeper.
//
// NOT: wake another while up to an eighth of the workers search. In the virtual machine room
// (docs/machine-room.md), of 64 workers that want the tasks of one, those who find none keep the lock and the
// line of its queue busy: it was 15 times as fast as one worker, and then 0.4 times.
func (s *Sleep) wakeOne() { s.wakeOneAt(s.load()) }

// wakeOneAt is wakeOne for a caller that has just loaded the word.
func (s *Sleep) wakeOneAt(w word) {
	for ; ; w = s.load() {
		if w.searching() > 0 || w.starved() && w.free() <= 0 {
			return
		}
		if w.free() <= 0 {
			if s.cas(w, w|starved) {
				return
			}
			continue
		}
		if s.cas(w, w.toSearcher()) {
			s.wake(beside)
			return
		}
	}
}

// fan is how many sleepers a worker wakes that was woken itself and has found work of which there is
// more: then 64 workers are awake after the time of four wake-ups, and not of 63. In the virtual machine room
// (docs/machine-room.md), if a wake-up takes 60 µs, the last of 64 comes after 0.40 ms with three, 0.33 with
// four, 0.27 with six, 0.22 with eight. Other programs are the same with six; a tree of forks loses with
// eight.
const fan = 6

// Fan wakes sleepers for more work, with free tokens, although others search. The caller is a searcher
// that has found work; it owes this to nobody, and EndSearch comes after it.
func (s *Sleep) Fan() {
	for range fan {
		w := s.load()
		if w.free() <= 0 {
			return
		}
		if s.cas(w, w.toSearcher()) {
			s.wake(beside)
		}
	}
}

// How a sleeper is woken: to run beside its waker, or in its place, since the waker parks next: then Go's
// runtime goes over to it, for a tenth of a microsecond in place of a wake-up.
var (
	beside  = (*park.Parker).UnparkBeside
	inPlace = (*park.Parker).Unpark
)

// wake hands the caller's token and search to a sleeper, or else to a new worker. If
// there is neither, the token becomes free again and starved is set: while the caller
// counted as a searcher, posts may have been left to it.
//
// NOT: give the token back without setting starved. The explorer found the schedule:
// a resident that was woken for nothing goes to rest just as the last guest leaves.
func (s *Sleep) wake(unpark func(*park.Parker)) {
	for {
		s.checkSearcher()
		if id := s.popSleeper(); id >= 0 {
			s.wakes.Add(1)
			// ORDER: after its bit was cleared; the permit carries the token.
			unpark(s.parkers[id])
			return
		}
		if s.startWorker() {
			return
		}
		s.update(func(w word) word { return w.fromSearcher() | starved })
		// ORDER: both looks after the word. A worker that lay down before the change, or
		// ended and so made room, is seen here; one that does so later sees the word
		// (Rest, RetryStart).
		if !s.anyAsleep() && !s.canStart() {
			return
		}
		w := s.load()
		if w.searching() > 0 || w.free() <= 0 || !s.cas(w, w.toSearcher()) {
			return
		}
	}
}

// popSleeper clears the bit of one sleeper and returns its id, or -1 if nobody sleeps.
func (s *Sleep) popSleeper() int {
	for i := range s.sleepers {
		for {
			b := s.sleepers[i].Load()
			if b == 0 {
				break
			}
			// ORDER: the CAS that clears the bit is the right to wake: one waker each.
			if s.sleepers[i].CompareAndSwap(b, b&(b-1)) {
				return i*64 + bits.TrailingZeros64(b)
			}
		}
	}
	return -1
}

func (s *Sleep) anyAsleep() bool {
	for i := range s.sleepers {
		if s.sleepers[i].Load() != 0 {
			return true
		}
	}
	return false
}

// markAsleep sets the bit of worker id: from now on it may be woken.
func (s *Sleep) markAsleep(id int) {
	bit := uint64(1) << (id % 64)
	// ORDER: before the sleeper's last look at the word (doc.go, falling asleep 3 and resting 2).
	before := s.sleepers[id/64].Or(bit)
	s.checkAwake(id, before&bit)
}

// unmarkAsleep takes the bit of worker id back. If a waker was faster, it gives back the token and the search
// that came with the permit.
func (s *Sleep) unmarkAsleep(id int) {
	if s.takeBack(id) {
		s.update(word.fromSearcher)
	}
}

// takeBack clears the bit of worker id. If a waker was faster, it takes the waker's permit, and reports that.
func (s *Sleep) takeBack(id int) (woken bool) {
	bit := uint64(1) << (id % 64)
	// ORDER: against popSleeper's CAS: the bit that And returns says which of the two cleared it.
	if s.sleepers[id/64].And(^bit)&bit != 0 {
		return false
	}
	s.parkers[id].Park()
	return true
}

// longest is how long a worker sleeps before it ends: so a program that makes no more calls is soon
// without goroutines of a pool, and the pool without the workers' stacks. Arbitrary, but goleak
// looks for half a second.
const longest = 200 * time.Millisecond

// parkUntilWoken waits until a waker has cleared the bit of worker id, and returns
// with the token and the search that the waker hands over. If none does for long it takes the bit back
// and reports false: the worker is to end, without a token.
func (s *Sleep) parkUntilWoken(id int) (woken bool) {
	if s.stay {
		s.parkers[id].Park()
	} else if !s.parkers[id].ParkFor(longest) && !s.takeBack(id) {
		return false
	}
	s.checkWoken(id)
	return true
}
