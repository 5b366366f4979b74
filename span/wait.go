package span

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// How often a consumer looks for something to steal at once, and then with other
// goroutines let run in between, before it waits. arbitrary, not measured.
const (
	spins  = 4
	yields = 16
)

// lobby is where the consumers of a Stealing wait.
//
// No wake-up is lost:
//
//	going to sleep                     making something stealable
//	1. be among the sleepers           1. put it into a range, or among the orphans
//	2. look everywhere once more,      2. if there are sleepers, wake one
//	   and ask where nothing is
//	3. park
//
// The bad interleaving would be: the sleeper looks, the right column puts and sees nobody
// asleep, the sleeper parks. But both sides write before they look, so one of them sees
// the other. The same holds for left, which becomes 0 before its last consumer
// wakes all.
//
// A search does not find what a busy consumer holds in its chunk, but asked for it in
// step 2. The request stands until the consumer has put something back, which is
// the right column, or has come to its chunk's end (P3 of indices.Cursor), after which there is
// nothing it could give.
//
// One wake-up is enough: whichever consumer finds the units takes half, puts them into its
// own range, but for the first, and wakes the next. A consumer that withdraws by itself
// takes the permit that was meant for it; then it finds something and wakes the next in
// this way, or the loop is over.
type lobby struct {
	sleepers atomic.Int32 // len(asleep), so that no consumer locks for nothing
	orphaned atomic.Int32 // len(orphans)

	mu      park.Mutex // the fields below
	asleep  []*seat
	orphans [][2]int // less than a unit each: no range can hold them
}

// search looks for something to steal until it finds it or nothing is left.
func (s *Stealing) search(c *seat) (lo, hi int, ok bool) {
	for round := 0; s.left.Load() > 0; round++ {
		if round == spins+yields {
			s.enlist(c)
		}
		if lo, hi, ok = s.look(c); ok || s.left.Load() == 0 {
			if round == spins+yields {
				s.withdraw(c)
			}
			return lo, hi, ok
		}
		switch {
		case round == spins+yields:
			c.parker.Park()
			round = -1
		case round >= spins:
			park.Yield()
		}
	}
	return 0, 0, false
}

// look goes once round the other parts, from a random one on.
func (s *Stealing) look(c *seat) (lo, hi int, ok bool) {
	if lo, hi, ok = s.adopt(); ok {
		return lo, hi, true
	}
	first := c.rand.Below(len(s.seats))
	for k := range s.seats {
		v := &s.seats[(first+k)%len(s.seats)]
		if v == c {
			continue
		}
		if lo, hi, ok = v.Steal(); ok {
			return lo, hi, true
		}
		v.Ask()
	}
	return 0, 0, false
}

// enlist is step 1 of going to sleep.
func (l *lobby) enlist(c *seat) {
	l.mu.Lock()
	l.asleep = append(l.asleep, c)
	l.sleepers.Store(int32(len(l.asleep))) // ORDER: before the caller looks again
	l.mu.Unlock()
}

// withdraw takes c off the sleepers. If a waker was faster it gives, or gave, a
// permit.
func (l *lobby) withdraw(c *seat) {
	l.mu.Lock()
	k := slices.Index(l.asleep, c)
	if k >= 0 {
		l.asleep = slices.Delete(l.asleep, k, k+1)
		l.sleepers.Store(int32(len(l.asleep))) // ORDER: the caller passes the word on
	}
	l.mu.Unlock()
	if k < 0 {
		c.parker.Park()
	}
}

// wake wakes the one that has slept longest.
func (l *lobby) wake() {
	if l.sleepers.Load() == 0 {
		return
	}
	var c *seat
	l.mu.Lock()
	if len(l.asleep) > 0 {
		c = l.asleep[0]
		l.asleep = slices.Delete(l.asleep, 0, 1)
		l.sleepers.Store(int32(len(l.asleep))) // ORDER: who takes c off wakes it
	}
	l.mu.Unlock()
	if c != nil {
		c.parker.Unpark()
	}
}

// wakeAll wakes everyone: nothing is left.
func (l *lobby) wakeAll() {
	l.mu.Lock()
	asleep := l.asleep
	l.asleep = nil
	l.sleepers.Store(0) // ORDER: as in wake
	l.mu.Unlock()
	for _, c := range asleep {
		c.parker.Unpark()
	}
}

// expose puts [lo, hi) among the orphans.
func (l *lobby) expose(lo, hi int) {
	l.mu.Lock()
	l.orphans = append(l.orphans, [2]int{lo, hi})
	l.orphaned.Store(int32(len(l.orphans))) // ORDER: before the caller looks for sleepers
	l.mu.Unlock()
}

// adopt takes an orphan.
func (l *lobby) adopt() (lo, hi int, ok bool) {
	if l.orphaned.Load() == 0 {
		return 0, 0, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	last := len(l.orphans) - 1
	if last < 0 {
		return 0, 0, false
	}
	lo, hi = l.orphans[last][0], l.orphans[last][1]
	l.orphans = l.orphans[:last]
	l.orphaned.Store(int32(last)) // ORDER: under the lock, which is what counts
	return lo, hi, true
}
