package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// How long a waiter looks before it parks, in rounds of looks at what it waits for.
const (
	looks    = 1 << 10 // at what it waits for, in a round: 0.3 µs; arbitrary
	alone    = 16      // rounds before it looks for what another could do, too: 5 µs
	patience = 64      // rounds before it parks: 20 µs, as long as a park and its wake-up take (docs/decisions/0010-short-calls.md)
)

// NOT: run other tasks while waiting: decision 0003.

// Await returns when the state is done. It looks for 20 µs, or up to 35 if it begins to search late; then
// it gives its token to a worker that has a use for it, or at last to nobody, and parks. The thief that
// reports done hands its own token over.
func (w *Worker) Await(state *atomic.Uint32) {
	if w.Watch.Notes != nil && w.Stopped() {
		w.Watch.Notes.Skip(0) // else whoever is to report done may wait for events that do not come
	}
	if !w.replaced(state) && announce(state) {
		w.Park()
	}
}

// replaced looks at the state for as long as Await does, and reports whether w has found work meanwhile,
// left it to a sleeper, which got its token and its search, and was parked until the state was done.
//
// NOT: give the token to nobody after 20 µs. A processor was idle until another worker's next fork
// had seen the token and woken a sleeper: decision 0021.
//
// NOT: ask all workers for private work. In the virtual machine room (docs/machine-room.md) each of 64 gave
// what one stand-in needed: owners exposed 21 frames for each steal of a large tree, and changed shared
// memory 7.6 times as often.
func (w *Worker) replaced(state *atomic.Uint32) bool {
	if w.Crew.Watch.Director != nil { // nothing comes while it looks
		w.Publish()
		return false
	}
	s, searches := w.Crew.Sleep, false
	for k := 0; k < patience && !comes(state); k++ {
		switch {
		case k == 0:
			w.Publish() // what it cannot look after
		case k < alone:
		case w.Apart(): // it has no token to give
			return false
		case !searches: // until the one that searches has found something
			if searches = s.SearchAlone(); searches {
				k = alone - 1
			}
		case s.Free() == 0 && s.WorkPublic() && announce(state):
			w.Count.Parks.Add(1)
			s.HandOver()
			w.parkEverywhere()
			return true
		default:
			w.Crew.AskOne(w.Random.Next())
		}
	}
	if searches {
		w.Crew.EndSearch()
	}
	return false
}

// announce reports whether the owner must park: the state is not done, and the thief will see that
// the owner waits for a token.
func announce(state *atomic.Uint32) bool {
	// ORDER: announced before the token goes; the thief's Swap is on the same
	// word, so it sees parked and wakes us, or we see done and stay.
	return state.CompareAndSwap(Pending, Parked)
}

// comes looks at the state for a round, and reports whether it is done.
func comes(state *atomic.Uint32) bool {
	for range looks {
		if state.Load() == Done {
			return true
		}
	}
	return false
}

// Park gives the token away, and those of other pools that the goroutine has, and waits for a
// wake-up, which brings one.
func (w *Worker) Park() {
	if invariant.Enabled && w.Tokenless {
		invariant.Fail("skua/crew: a worker gives its token away that has none (K3)")
	}
	w.Count.Parks.Add(1)
	w.LeaveRoom()
	if w.Apart() {
		w.Crew.Turns.Lend() // another branch has its turn meanwhile
		w.Parker.Park()
		w.Crew.Turns.Reclaim()
		return
	}
	w.Crew.YieldToken()
	w.parkEverywhere()
}

// parkEverywhere parks w, whose token is gone, and gives those of other pools that the goroutine has away
// meanwhile.
func (w *Worker) parkEverywhere() {
	other := w.elsewhere()
	if other == nil {
		w.Parker.Park()
		return
	}
	w.block(true) // further out there may be a worker whose token that was
	defer w.block(false)
	other.Block(w.Parker.Park)
}

// The states of what a worker waits for.
const (
	Pending uint32 = iota
	Parked
	Done
)

// StateName is the name of a state.
func StateName(state uint32) string { return [...]string{"pending", "parked", "done"}[state] }
