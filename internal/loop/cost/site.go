package cost

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/apart"
)

// Which loops are short shows only when they run. To look at the clock after the first index, before anybody
// is woken, would double the time of as many heavy indices as there are workers. So what an index cost is
// remembered by the kind of the loop, which is the place in the program where its body stands. Estimates per
// place are the idea of Acar, Charguéraud and Rainey (Oracle Scheduling: Controlling Granularity in
// Implicitly Parallel Languages, OOPSLA 2011) [ACR11].
// A kind that was not seen before, or whose entry another has taken, counts as heavy.

// Worth is what a loop should take for other workers to be woken at once: 25 µs, the most that
// waking one costs its waker on most machines, and 15 µs, which are arbitrary, for it to do its
// part. A lazy loop wakes one when it has run that long, and so has proved that it is worth one. Waking costs
// the waker 2 to 65 µs, and who is woken comes to work 10 to 100 µs later (two shared virtual processors).
//
// NOT: to wake one when half of that is over. Where other programs had the processors, a loop of 25 µs woke a
// worker just before its end, and took 60 to 75 µs in place of 36.
const Worth = 40 * time.Microsecond

// sites has a word for each kind: a tag of 40 bits, then 24 bits of what an index costs one worker, in
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

// heavy reports whether n indices seem to take that long.
func (s site) heavy(n int, worth time.Duration) bool {
	cost, known := s.load()
	return !known || cost > uint64(worth)*16/uint64(n)
}

// takes returns how long n indices seem to take.
func (s site) takes(n int) time.Duration {
	cost, _ := s.load()
	return time.Duration(cost * uint64(n) / 16)
}

// quick returns how many indices seem to last a microsecond; 0 if that is not known.
func (s site) quick() int {
	cost, known := s.load()
	if !known {
		return 0
	}
	return int(uint64(time.Microsecond) * 16 / max(cost, 1))
}

func (s site) load() (cost uint64, known bool) {
	apart.Hide() // what loops of one kind cost is no order of theirs
	w := s.word.Load()
	apart.Show()
	return w & (1<<costBits - 1), w>>costBits == s.tag
}

// note remembers that one worker took that long for n indices. It moves the estimate by a factor of two at
// most: a worker that lost its processor for a millisecond says nothing of the next loop, and a long loop
// that is taken for a short one loses 40 µs.
func (s site) note(n int, took time.Duration) {
	if n == 0 {
		return
	}
	cost := min(uint64(max(took, 0))*16/uint64(n), 1<<costBits-1)
	if old, known := s.load(); known {
		if cost = min(max(cost, old/2), 2*old+1, 1<<costBits-1); cost == old {
			return
		}
	}
	// ORDER: none: nothing else is published with it, and a lost update is a lost estimate.
	apart.Hide()
	s.word.Store(s.tag<<costBits | cost)
	apart.Show()
}
