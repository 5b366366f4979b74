package sleep

import (
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// MaxSleepers is how many workers can sleep in one Sleep.
const MaxSleepers = 64 * words

const words = 16

// Sleep decides who runs: it holds the tokens, counts those who search, and
// wakes those who sleep. The states, the steps of both sides and the argument
// that no wake-up is lost are in doc.go. Safe for concurrent use; only Rest
// and FallAsleep wait.
type Sleep struct {
	_     pad.Line
	word  atomic.Uint64
	_     pad.Line
	bed   [words]atomic.Uint64 // bit id: that worker sleeps; clearing the bit is the right to wake it
	who   [MaxSleepers]*park.Parker
	wakes atomic.Uint64

	start   func() bool
	room    func() bool
	waiting func() bool
}

// New returns a Sleep with that many free tokens. start is called, with a token
// and a search to give away, when nobody sleeps: it starts a worker that owns
// them and reports true, or reports false. room reports whether start would do so
// now. waiting reports whether any work is public.
func New(tokens int, start, room, waiting func() bool) *Sleep {
	s := &Sleep{start: start, room: room, waiting: waiting}
	s.word.Store(uint64(newWord(tokens)))
	return s
}

// Register makes p the parker of worker id, before that worker runs.
func (s *Sleep) Register(id int, p *park.Parker) { s.who[id] = p }

// Wakes returns how many sleepers were woken so far.
func (s *Sleep) Wakes() uint64 { return s.wakes.Load() }

// Free returns how many tokens nobody holds; below zero when overdrawn.
func (s *Sleep) Free() int { return s.load().free() }

// Wanted reports whether anybody could take work that was made public now.
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

// cas is the one way to change the word.
//
// ORDER: every change is one CAS of the whole word, so all of them have one
// order; doc.go argues by that order alone.
func (s *Sleep) cas(old, new word) bool {
	return s.word.CompareAndSwap(uint64(old), uint64(new))
}

// change applies f until it took effect, and returns the word before.
func (s *Sleep) change(f func(word) word) word {
	for {
		w := s.load()
		if s.cas(w, f(w)) {
			return w
		}
	}
}

// wakeOne gives a free token to a sleeper, or to a new worker, if one is free
// and nobody searches already.
func (s *Sleep) wakeOne() {
	for {
		w := s.load()
		if w.searching() > 0 || w.starved() && w.free() <= 0 {
			return
		}
		if w.free() <= 0 {
			if s.cas(w, w|starved) {
				return
			}
			continue
		}
		if s.cas(w, w.take()) {
			s.wake()
			return
		}
	}
}

// wake passes on a token and a search that the caller owns. If nobody takes
// them they go back, with a note that work was left to them; a worker that lay
// down meanwhile saw no free token, so the beds are looked at once more.
func (s *Sleep) wake() {
	for {
		if id := s.rouse(); id >= 0 {
			s.wakes.Add(1)
			// ORDER: after its bit was cleared; the permit carries the token.
			s.who[id].Unpark()
			return
		}
		if s.start() {
			return
		}
		s.change(func(w word) word { return w.put() | starved })
		// ORDER: both looks after the word. A worker that lay down, or ended and so made
		// room, before that is seen here; one that does later sees the word (Rest, RetryStart).
		if !s.anyAsleep() && !s.room() {
			return
		}
		w := s.load()
		if w.searching() > 0 || w.free() <= 0 || !s.cas(w, w.take()) {
			return
		}
	}
}

// rouse clears the bit of one sleeper and returns its id, or -1.
func (s *Sleep) rouse() int {
	for i := range s.bed {
		for {
			b := s.bed[i].Load()
			if b == 0 {
				break
			}
			// ORDER: the CAS that clears the bit is the right to wake: one waker each.
			if s.bed[i].CompareAndSwap(b, b&(b-1)) {
				return i*64 + bits.TrailingZeros64(b)
			}
		}
	}
	return -1
}

func (s *Sleep) anyAsleep() bool {
	for i := range s.bed {
		if s.bed[i].Load() != 0 {
			return true
		}
	}
	return false
}

// lie sets the bit of worker id: from now on it may be woken.
func (s *Sleep) lie(id int) {
	// ORDER: before the sleeper's last look at the word (doc.go, falling asleep 3 and resting 2).
	s.bed[id/64].Or(1 << (id % 64))
}

// rise takes the bit back. If a waker was faster its permit is taken too, and
// the token and the search that came with it are given back.
func (s *Sleep) rise(id int) {
	bit := uint64(1) << (id % 64)
	// ORDER: And tells which of us cleared the bit, sleeper or waker.
	if s.bed[id/64].And(^bit)&bit != 0 {
		return
	}
	s.who[id].Park()
	s.change(word.put)
}
