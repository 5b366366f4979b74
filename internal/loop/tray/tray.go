package tray

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// Tray is one worker's, for runs of an L. Its zero value is closed. Its invariants are D1 to D3 (doc.go).
type Tray[L any] struct {
	_     pad.Line
	state atomic.Uint64 // closed, open, filling or full; and the number of deals that are over
	run   Run[L]
	_     pad.Line
}

// Run is indices [Lo, Hi) of a loop.
type Run[L any] struct {
	Of     *L
	Lo, Hi int
}

const (
	closed uint64 = iota
	open
	filling
	full
	another // deal is over
)

// stateOf returns what of a tray's word is not a number.
func stateOf(word uint64) uint64 { return word % another }

// Open lets others deal. Await follows. Owner only.
func (t *Tray[L]) Open() {
	t.state.Add(open - closed) // ORDER: the owner has read the run before; nobody else writes to a closed tray
}

// Await returns what is dealt until the owner has looked that often, and closes the tray.
func (t *Tray[L]) Await(looks int) (r Run[L], ok bool) {
	for k := 0; ; k++ {
		word := t.state.Load()
		switch {
		case stateOf(word) == full:
			// ORDER: against Recall (D3). The dealer wrote the run before full, and the tray is closed now.
			if t.state.CompareAndSwap(word, word-full+closed+another) {
				return t.run, true
			}
		case k < looks:
		case stateOf(word) == open && t.state.CompareAndSwap(word, word-open+closed): // ORDER: against Seize
			return r, false
		default:
			park.Yield() // to a dealer between two steps
		}
	}
}

// Tidy drops what the run of before was of. Owner only, while the tray is closed.
func (t *Tray[L]) Tidy() { t.run.Of = nil }

// IsOpen reports whether it is worth to Seize the tray. Anyone.
func (t *Tray[L]) IsOpen() bool { return stateOf(t.state.Load()) == open }

// Deal is a tray in the hands of one that deals, and the run that is there.
type Deal[L any] struct {
	tray   *Tray[L]
	word   uint64 // of the tray, while the run is there
	Lo, Hi int
}

// Seize makes the tray the caller's, until Put or Leave, if it is open. Anyone.
func (t *Tray[L]) Seize() (d Deal[L], ok bool) {
	word := t.state.Load()
	// ORDER: against the owner's CAS to closed, and other dealers'. Whoever wins this may write (D2).
	if stateOf(word) != open || !t.state.CompareAndSwap(word, word-open+filling) {
		return d, false
	}
	return Deal[L]{tray: t, word: word - open + full}, true
}

// Put deals the run.
func (d *Deal[L]) Put(of *L, lo, hi int) {
	d.Lo, d.Hi = lo, hi
	d.tray.run = Run[L]{of, lo, hi}
	d.tray.state.Store(d.word) // ORDER: after the run, which the owner reads when it has claimed it
}

// Leave deals nothing.
func (d *Deal[L]) Leave() {
	d.tray.state.Store(d.word - full + open) // ORDER: nothing was written
}

// Recall takes the run back, unless it was claimed: then it reports false.
func (d *Deal[L]) Recall() bool {
	// ORDER: against the owner's claim. No other deal has this word (D3).
	return d.tray.state.CompareAndSwap(d.word, d.word-full+open+another)
}
