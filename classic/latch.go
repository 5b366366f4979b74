package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A latch is set once, and waited for: that a stolen fork has ended, that all tasks of a scope have,
// that the pool stops. Workers wait for it by sleep.sleep, which wakes all that sleep for it; another
// goroutine, at most one, waits by wait.
//
//	open ──announce──▶ awaited ──set──▶ set and wake
//	  └──────────────set──────────────▶ set
//
// Both changes are atomic, so either the setter finds the latch awaited and wakes, or the waiter
// finds it set and does not sleep.
type latch struct {
	state  atomic.Uint32
	parker *park.Parker // of wait
}

const (
	open uint32 = iota
	awaited
	set
)

func (l *latch) isSet() bool { return l.state.Load() == set }

// announce says that somebody is about to sleep until the latch is set. False: it is set.
func (l *latch) announce() bool {
	// ORDER: before the waiter sleeps; set's swap finds it and wakes, or came first, and we see it.
	l.state.CompareAndSwap(open, awaited)
	return !l.isSet()
}

// set sets the latch and wakes who sleeps for it.
func (l *latch) set(s *sleep) {
	// ORDER: publishes what the setter did to all that see the latch set; announce's CAS comes before
	// and we wake, or after and fails.
	if l.state.Swap(set) != awaited {
		return
	}
	if l.parker != nil {
		l.parker.Unpark()
		return
	}
	s.wake(0, func(w *Worker) bool { return w.waits == l })
}

// wait blocks a goroutine that is no worker until the latch is set.
func (l *latch) wait() {
	l.parker = park.New()
	if l.announce() {
		l.parker.Park()
	}
}

// A count is how many of something have not ended. At zero it sets its latch, and stays at zero.
type count struct {
	n     atomic.Int64
	ended latch
}

// add counts one more. It reports false if the count is at zero.
func (c *count) add() bool {
	for {
		n := c.n.Load()
		if n == 0 {
			return false
		}
		// ORDER: before the task is made visible, whose end counts down: so the count cannot reach
		// zero in between.
		if c.n.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// done counts one less.
func (c *count) done(s *sleep) {
	// ORDER: after all that the task did, and after it has counted what it spawned; whoever brings the
	// count to zero has seen the other decrements, and publishes all of it by the latch.
	if c.n.Add(-1) == 0 {
		c.ended.set(s)
	}
}
