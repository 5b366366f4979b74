package span

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// How often a consumer looks for something to steal before it waits: first at once,
// then with a yield to other goroutines in between. Arbitrary, not measured.
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
// The bad interleaving would be: the sleeper looks; another consumer puts something
// into its range and sees nobody asleep; the sleeper parks. But both write before they
// look, so one of them sees the other. The same holds for left: the last consumer sets
// it to 0 before it wakes all.
//
// A thief cannot find what a busy consumer holds in its chunk, but the sleeper asked
// for that in step 2. The request stands until the consumer has put something back,
// which is the right column, or has come to the end of its chunk (P3 of
// indices.Cursor): then it has nothing to give.
//
// One wake-up is enough: whichever consumer finds the units takes half of them, puts
// all but its first unit into its own range, and wakes the next. A consumer that leaves
// the sleepers by itself absorbs the permit that was meant for it, and does the same,
// unless the loop is over.
//
// Whenever mu is free, the two words say how long the lists are: L1 sleepers is
// len(asleep), L2 orphaned is len(orphans).
type lobby struct {
	sleepers atomic.Int32 // len(asleep), so that no consumer locks for nothing
	orphaned atomic.Int32 // len(orphans)

	mu      park.Mutex // the fields below
	asleep  []*part
	orphans [][2]int // less than a unit each: no range can hold them
}

// search looks for something to steal until it finds it or nothing is left.
func (s *Stealing) search(c *part) (lo, hi int, ok bool) {
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

// look tries once to steal from each other part, beginning at a random one.
func (s *Stealing) look(c *part) (lo, hi int, ok bool) {
	if lo, hi, ok = s.adopt(); ok {
		return lo, hi, true
	}
	first := c.rand.Below(len(s.parts))
	for k := range s.parts {
		v := &s.parts[(first+k)%len(s.parts)]
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
func (l *lobby) enlist(c *part) {
	l.mu.Lock()
	l.asleep = append(l.asleep, c)
	l.sleepers.Store(int32(len(l.asleep))) // ORDER: before the caller looks once more; wake reads it after work is public
	l.unlock()
}

// withdraw takes c off the sleepers. If a waker was faster it gives, or gave, a
// permit.
func (l *lobby) withdraw(c *part) {
	l.mu.Lock()
	k := slices.Index(l.asleep, c)
	if k >= 0 {
		l.asleep = slices.Delete(l.asleep, k, k+1)
		l.sleepers.Store(int32(len(l.asleep))) // ORDER: before the caller wakes the next
	}
	l.unlock()
	if k < 0 {
		c.parker.Park()
	}
}

// wake wakes the one that has slept longest.
func (l *lobby) wake() {
	if l.sleepers.Load() == 0 {
		return
	}
	var c *part
	l.mu.Lock()
	if len(l.asleep) > 0 {
		c = l.asleep[0]
		l.asleep = slices.Delete(l.asleep, 0, 1)
		l.sleepers.Store(int32(len(l.asleep))) // ORDER: under mu: the one that takes c off the list wakes it
	}
	l.unlock()
	if c != nil {
		c.parker.UnparkBeside()
	}
}

// wakeAll wakes everyone: nothing is left.
func (l *lobby) wakeAll() {
	l.mu.Lock()
	asleep := l.asleep
	l.asleep = nil
	l.sleepers.Store(0) // ORDER: the consumers taken off the list are woken below
	l.unlock()
	for _, c := range asleep {
		c.parker.Unpark()
	}
}

// expose puts [lo, hi) among the orphans.
func (l *lobby) expose(lo, hi int) {
	l.mu.Lock()
	l.orphans = append(l.orphans, [2]int{lo, hi})
	l.orphaned.Store(int32(len(l.orphans))) // ORDER: before the caller looks for sleepers
	l.unlock()
}

// adopt takes an orphan.
func (l *lobby) adopt() (lo, hi int, ok bool) {
	if l.orphaned.Load() == 0 {
		return 0, 0, false
	}
	l.mu.Lock()
	defer l.unlock()
	last := len(l.orphans) - 1
	if last < 0 {
		return 0, 0, false
	}
	lo, hi = l.orphans[last][0], l.orphans[last][1]
	l.orphans = l.orphans[:last]
	l.orphaned.Store(int32(last)) // ORDER: under mu; a reader without mu that saw more looks under mu
	return lo, hi, true
}

// unlock ends a change of the lists. It panics after that if L1 or L2 is broken, since
// a consumer that leaves by a panic takes the lock once more.
func (l *lobby) unlock() {
	broken := l.broken()
	l.mu.Unlock()
	if broken != "" {
		panic(broken)
	}
}

// broken says which list has another length than its word says, or nothing. Under mu.
func (l *lobby) broken() string {
	if !invariant.Enabled {
		return ""
	}
	asleep, orphans := int(l.sleepers.Load()), int(l.orphaned.Load())
	switch {
	case asleep != len(l.asleep):
		return fmt.Sprintf("span: %d consumers asleep of %d (L1)", asleep, len(l.asleep))
	case orphans != len(l.orphans):
		return fmt.Sprintf("span: %d orphans of %d (L2)", orphans, len(l.orphans))
	}
	return ""
}
