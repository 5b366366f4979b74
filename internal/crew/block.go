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
		f()
		return
	}
	w.Publish() // those around it did when it entered
	line := w.Listen()
	if line != nil {
		line.Emit(event.Block, 0, 0, event.CallSite())
	}
	w.block(true)
	extra := c.lend()
	c.Config.Director.Outside()
	defer func() {
		c.Config.Director.Inside()
		w.block(false)
		c.grant(-extra)
		if c.Sleep.TakeToken() {
			c.Owe(1 + extra)
		}
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

// lend gives the token to a worker that can use it, and returns how many tokens the pool has
// more until Block ends. If the token only pays a debt, then no worker takes this one's place:
// so the pool gets another. The debt may be that of workers which wait for f, or for which f
// waits.
func (c *Crew) lend() (extra int) {
	if c.YieldToken() {
		extra = 1
	}
	c.grant(extra)
	return extra
}

// grant lets n workers more run than Workers says, or fewer. Counts sees n and the tokens
// change at one time.
func (c *Crew) grant(n int) {
	if n == 0 {
		return
	}
	c.Mu.Lock()
	c.lent += n
	c.Sleep.Grant(n)
	c.Mu.Unlock()
	c.Sleep.Offer(n)
}
