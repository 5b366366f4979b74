package par

import (
	"reflect"
	"sync/atomic"
	"time"
)

// A short loop costs less than waking a worker for it, and which loops are short
// shows only when they run: a hundred indices may be a hundred nanoseconds or
// seconds. To run the first index and look at the clock, before anybody is woken,
// would double the time of as many heavy indices as there are workers. So what an
// element cost is remembered by the code of the user's function, and the next
// call there wakes at once if it was worth it. Estimates per place in the program
// are the idea of Acar, Charguéraud and Rainey (Oracle Scheduling: Controlling
// Granularity in Implicitly Parallel Languages, OOPSLA 2011) [ACR11].
//
// Only when workers are woken depends on it, never a result. A place that was not
// seen before, or whose entry another has taken, counts as heavy.

// worth is what a loop should take for others to be woken at once: what waking one
// costs its waker, at the worst that was seen, and some time for it to do its part.
const worth = 40 * time.Microsecond

// sites has one word for each place: 40 bits of the address of its code, then 24
// bits of cost in sixteenths of a nanosecond.
var sites [1 << 10]atomic.Uint64

const costBits = 24

// site is a place in the user's program.
type site struct {
	word *atomic.Uint64
	tag  uint64
}

// siteOf returns the place of the function f.
func siteOf(f any) site {
	pc := uint64(reflect.ValueOf(f).Pointer())
	hash := pc * 0x9e3779b97f4a7c15
	return site{&sites[hash>>54], pc << costBits >> costBits}
}

// heavy reports whether n elements are worth to wake others for, as far as is
// known.
func (s site) heavy(n int) bool {
	tag, cost := s.load()
	return tag != s.tag || cost*uint64(n)/16 >= uint64(worth)
}

func (s site) load() (tag, cost uint64) {
	word := s.word.Load()
	return word >> costBits, word & (1<<costBits - 1)
}

// note remembers that n elements took so long. What is dearer than before counts
// at once, what is cheaper by and by: to wake in vain costs less than not to wake.
func (s site) note(n int, took time.Duration) {
	cost := min(uint64(took)*16/uint64(n), 1<<costBits-1)
	if tag, old := s.load(); tag == s.tag {
		cost = max(cost, old-old/8)
		if cost == old {
			return
		}
	}
	s.word.Store(s.tag<<costBits | cost) // a lost update is a lost estimate, no more
}
