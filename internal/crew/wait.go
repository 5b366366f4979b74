package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// How often a waiter looks at what it waits for.
const (
	glances = 64      // before it makes public what it cannot look after; arbitrary
	alone   = 1 << 14 // before it looks for what another could do: 5 µs
	spins   = 3 << 14 // before it parks: 20 µs in all, as long as a park and its wake-up take (docs/decisions/0010-short-calls.md)
)

// How a waiter looks for what another could do.
const (
	between = 1 << 10 // looks at what it waits for, between two for work: 0.3 µs; arbitrary
	askEach = 8       // looks for work, between two requests for private work: arbitrary
	askMost = 8       // workers that such a request goes to; below
)

// NOT: ask all workers. In the virtual machine room (docs/machine-room.md) each of 64 gave what one
// stand-in needed: owners exposed 21 frames for each steal of a large tree, and changed shared memory
// 7.6 times as often.

// NOT: run other tasks while waiting: decision 0003.

// Await returns when the state is done. It looks for 20 µs, or up to 35 if it begins to search late; then
// it gives its token to a worker that has a use for it, or at last to nobody, and parks. The thief that
// reports done hands its own token over.
func (w *Worker) Await(state *atomic.Uint32) {
	if w.Watch.Notes != nil && w.Stopped() {
		w.Watch.Notes.Skip(0) // else whoever is to report done may wait for events that do not come
	}
	if !w.sees(state) && announce(state) {
		w.Park()
	}
}

// sees is Await before it parks, and reports whether the state is done.
func (w *Worker) sees(state *atomic.Uint32) (done bool) {
	if w.Crew.Watch.Director != nil { // nothing comes while it looks
		w.Publish()
		return false
	}
	if comes(state, glances) {
		return true
	}
	w.Publish()
	if comes(state, alone) {
		return true
	}
	if w.Apart() { // it has no token to give
		return false
	}
	for range max(1, spins/between) { // now or when the one that searches has found something
		if w.Crew.Sleep.SearchAlone() {
			return w.seesSearching(state)
		}
		if comes(state, between) {
			return true
		}
	}
	return false
}

// seesSearching is the rest of sees for a worker that is counted as a searcher. When it finds work
// it leaves that to a sleeper, which gets its token and its search, and parks here.
//
// NOT: give the token to nobody after 20 µs. A processor was idle until another worker's next fork
// had seen the token and woken a sleeper: decision 0021.
func (w *Worker) seesSearching(state *atomic.Uint32) (done bool) {
	s := w.Crew.Sleep
	for k := range spins / between {
		if k%askEach == 0 {
			w.Crew.AskSome(askMost, w.Random.Next())
		}
		if s.Free() == 0 && s.WorkPublic() && announce(state) {
			w.Count.Parks.Add(1)
			s.HandOver()
			w.parkEverywhere()
			return true
		}
		if comes(state, between) {
			break
		}
	}
	w.Crew.EndSearch()
	return false // or the state is done, which announce sees
}

// announce reports whether the owner must park: the state is not done, and the thief will see that
// the owner waits for a token.
func announce(state *atomic.Uint32) bool {
	// ORDER: announced before the token goes; the thief's Swap is on the same
	// word, so it sees parked and wakes us, or we see done and stay.
	return state.CompareAndSwap(Pending, Parked)
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
