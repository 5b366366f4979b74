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
	c.lend()
	c.Config.Director.Outside()
	defer func() {
		c.Config.Director.Inside()
		w.block(false)
		c.reclaim()
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

// lend gives the token to a worker that can use it. If the token only pays a debt, then no worker takes this
// one's place, although the debt may be that of workers which wait for f, or for which f waits. So the pool
// lends as many tokens as are missing to that place: the debts that the other callers have.
func (c *Crew) lend() {
	c.cover(c.YieldToken(), 1)
}

// cover is lend for a worker that has given its token back, or has none. If it is short it lends at
// least so many.
func (c *Crew) cover(short bool, least int) {
	n := 0
	c.Mu.Lock()
	c.away++
	if short {
		n = max(least, 1-c.Sleep.Free())
		c.lent.Add(int64(n)) // ORDER: under mu; Repay reads it without, and looks again
		c.Sleep.Grant(n)     // at one time for Counts
	}
	c.Mu.Unlock()
	c.Sleep.Offer(n)
}

// reclaim takes a token for a worker that comes back from Blocking, and what was lent if it is the last.
func (c *Crew) reclaim() {
	n := c.uncover()
	if c.Sleep.TakeToken() {
		c.Owe(1 + n)
	}
}

// uncover takes back what was lent, if the caller is the last in Blocking, and returns how much that was.
func (c *Crew) uncover() (n int) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.away--; c.away == 0 {
		n = int(c.lent.Swap(0)) // ORDER: under mu; Repay reads it without, and looks again
		c.Sleep.Grant(-n)
	}
	return n
}

// Repay gives the token of a caller that leaves to a worker that can use it. What was lent for its debt
// ends with it: else more would run than callers and workers.
func (c *Crew) Repay() {
	if c.lent.Load() > 0 && c.repays() {
		return
	}
	c.YieldToken()
}

// repays reports whether the caller's token was one of those that were lent.
func (c *Crew) repays() bool {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.lent.Load() == 0 || int64(c.Sleep.Free())+c.Surplus.Load() < 0 { // a caller's debt, which no resident is to pay
		return false
	}
	c.lent.Add(-1) // ORDER: under mu; Repay reads it without, and looks again
	c.Sleep.Drop()
	return true
}
