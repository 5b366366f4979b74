package crew

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/event"
)

// Block runs f, which may wait, while another worker takes the place of w, which is the
// innermost one of its pool that runs here and has a token, and of those around it.
func (w *Worker) Block(f func()) {
	c := w.Crew
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
	line := w.Listen()
	if line != nil {
		line.Emit(event.Block, 0, 0, event.CallSite())
	}
	w.block(true)
	c.YieldToken()
	c.Config.Director.Outside()
	defer func() {
		c.Config.Director.Inside()
		w.block(false)
		c.TakeToken()
		if line != nil {
			line.Emit(event.Unblock, 0, 0, 0)
		}
	}()
	f()
}

// block notes of w and those around it, which have one token together, that it is given
// away, or theirs again: meanwhile a call into the pool needs one of its own.
func (w *Worker) block(away bool) {
	for ; w != nil; w = w.Outer {
		w.blocked = away
	}
}
