package loop

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/apart"
)

// A short loop costs less than waking a worker for it, and which loops are short
// shows only when they run: a hundred indices may be a hundred nanoseconds or
// seconds. To run the first index and look at the clock, before anybody is woken,
// would double the time of as many heavy indices as there are workers. So what an
// index cost is remembered by the kind of the loop, which is the place in the program
// where its body stands, and the next loop there wakes at once if it was worth it.
// Estimates per place in the program are the idea of Acar, Charguéraud and Rainey
// (Oracle Scheduling: Controlling Granularity in Implicitly Parallel Languages,
// OOPSLA 2011) [ACR11].
//
// Only when workers are woken depends on it, never a result. A kind that was not
// seen before, or whose entry another has taken, counts as heavy.

// worth is what a loop should take for other workers to be woken at once: 25 µs, the most that
// waking one costs its waker on most machines, and 15 µs, which are arbitrary, for it to do its
// part.
const worth = 40 * time.Microsecond

// sites has two words for each kind: a tag of 40 bits, then 24 bits of cost in sixteenths of a
// nanosecond. alone is what an index costs the maker, helped what it took, from begin to end, in
// short loops that other workers helped with.
var sites [1 << siteBits]struct{ alone, helped atomic.Uint64 }

const (
	siteBits = 10 // 1,024 kinds in 8 KiB: arbitrary, not measured
	costBits = 24 // up to a millisecond for an index, which is always heavy
)

// site is what is remembered of one kind of loops.
type site struct {
	alone, helped *atomic.Uint64
	tag           uint64
}

func siteOf(kind uintptr) site {
	hash := uint64(kind) * 0x9e3779b97f4a7c15
	s := &sites[hash>>(64-siteBits)]
	return site{&s.alone, &s.helped, hash << siteBits >> costBits}
}

// near is what a loop should take for a worker that searches already: as measured, shorter ones gain
// nothing. To wake a worker for a series of them it should take twice as long.
const near = 6 * time.Microsecond

// heavy reports whether n indices seem to take that long.
func (s site) heavy(n int, worth time.Duration) bool {
	cost, known := s.load(s.alone)
	return !known || cost > uint64(worth)*16/uint64(n)
}

// quick returns how many indices seem to last a microsecond; 0 if that is not known.
func (s site) quick() int {
	cost, known := s.load(s.alone)
	if !known {
		return 0
	}
	return int(uint64(time.Microsecond) * 16 / max(cost, 1))
}

// helps reports whether loops of the kind were sooner over with help, or have not had any.
func (s site) helps() bool {
	helped, known := s.load(s.helped)
	alone, _ := s.load(s.alone)
	return !known || helped < alone
}

func (s site) load(word *atomic.Uint64) (cost uint64, known bool) {
	apart.Hide() // what loops of one kind cost is no order of theirs
	w := word.Load()
	apart.Show()
	return w & (1<<costBits - 1), w>>costBits == s.tag
}

// note remembers that one worker took that long for n indices.
func (s site) note(n int, took time.Duration) { s.learn(s.alone, n, took, 1) }

// noteHelped remembers that a loop of n indices took that long with help.
func (s site) noteHelped(n int, took time.Duration) { s.learn(s.helped, n, took, 8) }

// missHelp notes a loop that nobody came to help with: after some of them it is tried again what help
// brings.
func (s site) missHelp() {
	if cost, known := s.load(s.helped); known {
		s.store(s.helped, cost-cost/16)
	}
}

// learn moves the estimate in word by 1/weight of the way to what n indices took, and by a factor of
// two at most: a worker that lost its processor for a millisecond says nothing of the next loop, and
// a long loop that is taken for a short one loses 40 µs.
func (s site) learn(word *atomic.Uint64, n int, took time.Duration, weight uint64) {
	if n == 0 {
		return
	}
	cost := min(uint64(max(took, 0))*16/uint64(n), 1<<costBits-1)
	if old, known := s.load(word); known {
		cost = min(max(cost, old/2), 2*old+1, 1<<costBits-1)
		cost = (cost + (weight-1)*old) / weight
		if cost == old {
			return
		}
	}
	s.store(word, cost)
}

// store keeps an estimate.
func (s site) store(word *atomic.Uint64, cost uint64) {
	// ORDER: none: nothing else is published with it, and a lost update is a lost estimate.
	apart.Hide()
	word.Store(s.tag<<costBits | cost)
	apart.Show()
}
