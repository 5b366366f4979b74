package loop

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// A loop of some microseconds is over before a worker that searches has found it. So a worker that has
// nothing to do waits at its tray, one line of memory, and whoever runs such a loop deals: it puts a run of
// indices there, with all that is needed to begin. That is a steal whose first half the victim does.
//
//	owner                                   dealer
//	Wait    open its tray, look at it for   deal    CAS open to filling: the tray is its own; cut a
//	        a moment                                run off its part, write it down, store full
//	claim   CAS full to closed: the run     recall  out of indices itself: CAS full back to open;
//	        is its own, and it reads it             the run is its own again
//	close   nothing came: CAS open to
//	        closed; not while it is filled
//
// An owner's tray is open only while the owner does nothing else. So a run lies there until its next look or,
// if the system has taken its processor away, until the dealer has run all else: nobody waits for a worker
// that has not begun.
//
// A run that is dealt is seen by nobody else. Nor is the part into which its owner fills it, if the loop
// is lazy and no part of it was shown before (share.Run): other workers steal of that only if they have a
// part of the same loop. So its memory is used again (doc.go), which is still near the processors that
// were in it.
//
// "Claimed and recalled" (scenario LoopDealt): both are a CAS from full, of one deal: each deal of a tray
// has a number, in the same word. "Closed and dealt" (scenario LoopDealt): both are a CAS from open. If the
// dealer was faster, the owner looks on until the tray is full or open again: that takes the dealer two
// steps. "Over and dealt" (scenario LoopDealt): the indices of a run in a tray are not over, so its loop is
// not. Whoever leaves a part recalls what it has dealt of it: to run it, or to drop it if the loop has
// stopped. (After Fork Union, by Vardanian, 2026, where a loop waits for all workers.)

// tray is where a worker is dealt runs. What comes after state is the dealer's from filling to full, and else
// the owner's.
type tray struct {
	_      pad.Line
	state  atomic.Uint64 // closed, open, filling or full; and the number of deals that are over
	loop   *Loop         // that the run is of
	lo, hi int
	_      pad.Line
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
	t, looks := &c.tray, coldLooks
	if c.worker.Dealt {
		looks = hotLooks
	}
	t.state.Add(open - closed) // ORDER: the owner has read the run before; nobody else writes to a closed tray
	for k := 0; ; k++ {
		word := t.state.Load()
		switch {
		case stateOf(word) == full:
			// ORDER: against recall. The dealer wrote the run before full, and the tray is closed now.
			if t.state.CompareAndSwap(word, word-full+closed+another) {
				c.worker.Dealt = true
				c.worker.Count.Stole()
				c.worker.Watch.Stole(&t.loop.maker.Watch)
				return crew.Loot{Work: (*share)(t.loop), Lo: t.lo, Hi: t.hi, Shares: true}, true
			}
		case k < looks:
		case stateOf(word) == open && t.state.CompareAndSwap(word, word-open+closed): // ORDER: against deal
			return l, false
		default:
			park.Yield() // to a dealer between two steps
		}
	}
}

// deal is a run in a tray, as its dealer knows it.
type deal struct {
	tray   *tray
	word   uint64 // of the tray, while the run is there
	lo, hi int
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
func (p *Part) dealTo(t *tray) bool {
	word := t.state.Load()
	if stateOf(word) != open || !p.loop.enter() {
		return false
	}
	// ORDER: against the owner's CAS to closed, and other dealers. Whoever wins this may write.
	if t.state.CompareAndSwap(word, word-open+filling) {
		if lo, hi, ok := p.cursor.Steal(); ok {
			t.loop, t.lo, t.hi = p.loop, lo, hi
			word += full - open
			p.dealt = append(p.dealt, deal{t, word, lo, hi})
			t.state.Store(word) // ORDER: after the run, which the owner reads when it has claimed it
			return true
		}
		t.state.Store(word) // ORDER: nothing was written
	}
	p.loop.leave()
	return false
}

// recall takes back a run that was dealt of the part and not claimed.
func (p *Part) recall() (lo, hi int, ok bool) {
	for n := len(p.dealt) - 1; n >= 0; n-- {
		d := p.dealt[n]
		p.dealt = p.dealt[:n]
		// ORDER: against the owner's claim. No other deal has this word.
		if d.tray.state.CompareAndSwap(d.word, d.word-full+open+another) {
			p.loop.leave()
			return d.lo, d.hi, true
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
