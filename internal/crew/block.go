package crew

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/watch"
)

// Block runs f, which may wait, while other workers take the places that the calling goroutine has:
// that of w, which is the innermost one of its pool that runs here and has a token, and of those
// around it, and those in other pools.
func (w *Worker) Block(f func()) {
	c := w.Crew
	if other := w.elsewhere(); other != nil {
		wait := f
		f = func() { other.Block(wait) }
	}
	if apart.Enabled {
		w.LeaveRoom()
		c.Turns.Lend()
		defer c.Turns.Reclaim()
	}
	if w.Apart() {
		w.Publish()
		w.block(true)
		defer w.block(false)
		defer w.lendHost()()
		f()
		return
	}
	w.Publish() // those around it did when it entered
	told := w.Watch.Block()
	w.block(true)
	c.YieldToken()
	c.Watch.Director.Outside()
	defer func() {
		c.Watch.Director.Inside()
		w.block(false)
		c.TakeToken()
		told.Say(watch.Unblock)
	}()
	f()
}

// elsewhere returns the innermost worker of the calling goroutine that has a token of another pool than
// w's, or nil.
func (w *Worker) elsewhere() *Worker {
	a := w.Around
	if w.Covered {
		a = w.Crew.Innermost()
	}
	for a != nil && (a.Crew == w.Crew || a.blocked) {
		a = a.Around
	}
	return a
}

// block notes of w and those around it, which have one token together, that it is given
// away, or theirs again: meanwhile a call into the pool needs one of its own.
func (w *Worker) block(away bool) {
	for ; w != nil; w = w.Outer {
		w.blocked = away
	}
}
