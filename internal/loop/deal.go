package loop

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop/tray"
)

// A loop of some microseconds is over before a worker that searches has found it. So a worker that has
// nothing to do waits at its tray (internal/loop/tray), and whoever runs such a loop deals runs of indices.
//
// A run that is dealt is seen by nobody else. Nor is the part into which its owner fills it, if the loop
// hides and no part of it was shown before (share.Run): other workers steal of that only if they have a
// part of the same loop. So its memory is used again (doc.go), which is still near the processors that
// were in it.
//
// "Over and dealt" (scenario LoopDealt): the indices of a run in a tray are not over, so its loop is
// not. Whoever leaves a part recalls what it has dealt of it: to run it, or to drop it if the loop has
// stopped. (After Fork Union, by Vardanian, 2026, where a loop waits for all workers.)

// How often a worker looks at its tray before it looks around again. Arbitrary: about 2 and 0.01 µs.
const (
	hotLooks  = 1 << 12 // if what it ran last came there
	coldLooks = 1 << 4
)

// Wait opens the worker's tray for a moment, and returns what is dealt into it.
func (c *Loops) Wait() (l crew.Loot, ok bool) {
	if w := c.worker; w.Watch.Notes != nil || w.Crew.Watch.Director != nil {
		return l, false
	}
	looks := coldLooks
	if c.worker.Dealt {
		looks = hotLooks
	}
	c.tray.Open()
	r, ok := c.tray.Await(looks)
	if !ok {
		return l, false
	}
	c.worker.Dealt = true
	c.worker.Count.Tried++
	c.worker.Count.Stole()
	c.worker.Watch.Stole(&r.Of.maker.Watch)
	return crew.Loot{Work: (*share)(r.Of), Lo: r.Lo, Hi: r.Hi, Shares: true}, true
}

// dealMost is how many workers a dealer looks at, at each chunk. Arbitrary.
const dealMost = 8

// deal gives half of what is left to each of some workers that wait, as long as that takes a microsecond.
func (p *Part) deal() {
	all, least := p.worker.Crew.All.Entries(), 2*max(1, p.loop.Quick)
	for range min(len(all), dealMost) {
		if p.cursor.Len() < least {
			return
		}
		v := all[p.on.next%uint(len(all))].Load()
		if v == nil || !p.dealTo(&Of(v).tray) {
			p.on.next++
		}
	}
}

// dealTo puts half of what is left into t, if that is open.
func (p *Part) dealTo(t *tray.Tray[Loop]) bool {
	if !t.IsOpen() || !p.loop.enter() {
		return false
	}
	if d, ok := t.Seize(); ok {
		if lo, hi, ok := p.cursor.Steal(); ok {
			d.Put(p.loop, lo, hi)
			p.dealt = append(p.dealt, d)
			return true
		}
		d.Leave()
	}
	p.loop.leave()
	return false
}

// recall takes back a run that was dealt of the part and not claimed.
func (p *Part) recall() (lo, hi int, ok bool) {
	for n := len(p.dealt) - 1; n >= 0; n-- {
		d := p.dealt[n]
		if p.dealt = p.dealt[:n]; d.Recall() {
			p.loop.leave()
			return d.Lo, d.Hi, true
		}
	}
	return 0, 0, false
}

// drop takes all that is left of the part, and that was dealt of it, so that nobody runs it.
func (p *Part) drop() {
	p.cursor.Drop()
	for lo, hi, ok := p.recall(); ok; lo, hi, ok = p.recall() {
		p.cursor.Fill(lo, hi) // from where a thief may take some yet: it drops them too
		p.cursor.Drop()
	}
}
