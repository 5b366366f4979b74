package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// How often a waiter looks at what it waits for.
const (
	glances = 64      // before it makes public what it cannot look after; arbitrary
	spins   = 1 << 16 // before it parks: 20 µs, as long as a park and its wake-up take (docs/decisions/0010-short-calls.md)
)

// NOT: run other tasks while waiting. A task that runs on top of a waiting one can keep it
// from going on, and a lock that is held across a fork can meet a task that wants it
// (decision 0003).

// Await returns when the state is done. It looks for a moment, then parks and
// gives the token away; the thief that reports done hands its own token over.
func (w *Worker) Await(state *atomic.Uint32) {
	if comes(state, glances) {
		return
	}
	w.Publish()
	if comes(state, spins) {
		return
	}
	// ORDER: announced before the token goes; the thief's Swap is on the same
	// word, so it sees parked and wakes us, or we see done and stay.
	if !state.CompareAndSwap(Pending, Parked) {
		return
	}
	w.Park()
}

// comes reports whether the state is done after that many looks at most.
func comes(state *atomic.Uint32, looks int) bool {
	for range looks {
		if state.Load() == Done {
			return true
		}
	}
	return false
}

// Park gives the token away and waits for a wake-up, which brings one.
func (w *Worker) Park() {
	if invariant.Enabled && w.Tokenless {
		invariant.Fail("skua/crew: a worker gives its token away that has none (K3)")
	}
	w.Count.Parks.Add(1)
	w.Crew.YieldToken()
	w.Parker.Park()
}

// The states of what a worker waits for.
const (
	Pending uint32 = iota
	Parked
	Done
)

// StateName is the name of a state.
func StateName(state uint32) string { return [...]string{"pending", "parked", "done"}[state] }
