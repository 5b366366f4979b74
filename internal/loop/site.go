package loop

import (
	"sync/atomic"
	"time"
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

// sites has one word for each kind: a tag of 40 bits, then 24 bits of cost in
// sixteenths of a nanosecond.
var sites [1 << siteBits]atomic.Uint64

const (
	siteBits = 10 // 1,024 kinds in 8 KiB: arbitrary, not measured
	costBits = 24 // up to a millisecond for an index, which is always heavy
)

// site is what is remembered of one kind of loops.
type site struct {
	word *atomic.Uint64
	tag  uint64
}

func siteOf(kind uintptr) site {
	hash := uint64(kind) * 0x9e3779b97f4a7c15
	return site{&sites[hash>>(64-siteBits)], hash << siteBits >> costBits}
}

// near is what a loop should take for a worker that searches already: as measured, shorter ones gain
// nothing. To wake a worker for a series of them it should take twice as long.
const near = 6 * time.Microsecond

// heavy reports whether n indices seem to take that long.
func (s site) heavy(n int, worth time.Duration) bool {
	tag, cost := s.load()
	return tag != s.tag || cost > uint64(worth)*16/uint64(n)
}

// quick returns how many indices seem to last a microsecond; 0 if that is not known.
func (s site) quick() int {
	tag, cost := s.load()
	if tag != s.tag {
		return 0
	}
	return int(uint64(time.Microsecond) * 16 / max(cost, 1))
}

func (s site) load() (tag, cost uint64) {
	word := s.word.Load()
	return word >> costBits, word & (1<<costBits - 1)
}

// note remembers that one worker took that long for n indices. An estimate moves by a factor of two at
// most: a worker that lost its processor for a millisecond says nothing of the next loop,
// and a long loop that is taken for a short one loses 40 µs.
func (s site) note(n int, took time.Duration) {
	if n == 0 {
		return
	}
	cost := min(uint64(max(took, 0))*16/uint64(n), 1<<costBits-1)
	if tag, old := s.load(); tag == s.tag {
		cost = min(max(cost, old/2), 2*old+1, 1<<costBits-1)
		if cost == old {
			return
		}
	}
	// ORDER: none: nothing else is published with it, and a lost update is a lost estimate.
	s.word.Store(s.tag<<costBits | cost)
}
