package each

import (
	"context"
	"fmt"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/span"
)

// A packSource gives commands with many inputs each: -X, -m and --xargs.
//
// Inputs that were read are handed out in shares: a slot that has nothing gets a share of
// them, and owns it. A command takes about half of what is left of the share, from its low end,
// but at least what is worth a process. So the first commands are large and the last ones
// small. A slot that has nothing, when there is nothing to hand out, steals the upper half of
// what another slot has not started.
//
// Why no input is lost or taken twice: every input that was read is in one place, which is
// held, or the range of one share, or one item. mu is held during each call of Next and
// Return, and within one call inputs go from place to place whole: from held to a new share
// (take, then Fill), from a share to another (Steal, then Fill), from a share to an item
// (Take, and Return of what did not fit). So no other slot sees an input that is between two
// places, and a slot that finds all of them empty, after the end of the inputs, knows that
// there is nothing left but what may be returned.
//
// Items cover inputs that follow each other, and all items together cover all inputs once: so
// their outputs can be put in order by Item.First.
//
// NOT: the ranges without mu. They would allow it, but what follows each Next is the start of
// a process, which takes a thousand times as long.
type packSource struct {
	feed
	maker
	fit   fitter
	pace  pace
	whole bool // --xargs: a command takes all that fits
	most  int  // inputs a command, 0 for no limit
	slots int  // how many are expected
	slow  bool // inputs may take their time

	shares []share // of the slots, by number
	even   int     // how many inputs a share has after the end of the inputs, 0 before
	first  int     // the index of held[0] among all inputs
	since  time.Time
	seq    int
}

// A share is what a slot owns: the inputs of a block whose indices are in its range.
type share struct {
	block *block
	left  *span.Range
	begun time.Time // of its last command
	size  int       // of that, in inputs
}

// A block are inputs that were handed out together. Slots that steal from each other have
// parts of the same block.
type block struct {
	first int // the index of in[0] among all inputs
	in    []input
}

// patience is how long inputs wait for more, if they come slowly, before they are handed out
// although every slot could have more.
const patience = 200 * time.Millisecond

// every has the ranges of all shares as siblings; it holds nothing itself.
var every = span.NewRange(0, 1<<31-1, 1).Sibling()

// Next returns the next item: see batch.Source.
func (p *packSource) Next(ctx context.Context, slot int) (*batch.Item, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.shares) <= slot {
		p.shares = append(p.shares, share{left: every.Sibling()})
	}
	p.pace.ended(p.shares[slot].begun, p.shares[slot].size)
	p.shares[slot].size = 0
	for ctx.Err() == nil {
		if it := p.back(); it != nil {
			p.place(it, slot)
			return it, true
		}
		p.fill()
		own := &p.shares[slot] // anew each time: shares may grow while the slot waits
		if !own.left.Empty() || p.handOut(own) || p.steal(own) {
			return p.start(own, slot)
		}
		if p.ended && len(p.held) == 0 {
			return nil, false
		}
		p.wait(ctx)
	}
	return nil, false
}

// handOut gives a share of the inputs that were read to a slot that has none, and reports
// whether it did. While inputs are being read it gives none, so that all slots get equal shares
// of many; only inputs that come slowly are given as they are. With --xargs, which waits until
// a command is full, a share is one command.
func (p *packSource) handOut(to *share) bool {
	if len(p.held) == 0 || p.reading && !p.overdue() {
		return false
	}
	n := (len(p.held) + p.slots - 1) / p.slots
	if p.ended {
		if p.even == 0 {
			p.even = n
		}
		n = p.even
	}
	n = min(n, len(p.held))
	if p.slots == 1 {
		n = len(p.held)
	}
	if p.whole {
		n, _ = p.fit.prefix(p.command, p.held[:p.worth(len(p.held))], p.seq+1)
		n = max(n, 1) // start tells what does not fit
	}
	to.block = &block{first: p.first, in: p.take(n)}
	to.left.Fill(0, n)
	p.first += n
	if len(p.held) == 0 {
		p.since = time.Time{}
	}
	return true
}

// overdue tells whether the inputs that were read have waited long enough for more.
func (p *packSource) overdue() bool {
	if !p.slow || p.whole {
		return false
	}
	if p.since.IsZero() {
		p.since = time.Now()
		time.AfterFunc(patience, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.changed.Broadcast()
		})
	}
	return time.Since(p.since) >= patience
}

// steal moves the upper half of what is left of the largest share to an empty one. If neither
// half would be worth a process, it moves all: the victim is busy, the thief is not.
func (p *packSource) steal(to *share) bool {
	var from *share
	for i := range p.shares {
		if s := &p.shares[i]; from == nil || s.left.Len() > from.left.Len() {
			from = s
		}
	}
	n := from.left.Len()
	if n == 0 {
		return false
	}
	lo, hi, _ := from.left.Steal()
	if n < 2*p.pace.least() {
		if rest, _, ok := from.left.Take(n); ok {
			lo = rest
		}
	}
	to.block = from.block
	to.left.Fill(lo, hi)
	return true
}

// start makes the next command of a share that is not empty.
func (p *packSource) start(own *share, slot int) (*batch.Item, bool) {
	lo, hi, _ := own.left.Take(p.worth(own.left.Len()))
	n, size := p.fit.prefix(p.command, own.block.in[lo:hi], p.seq+1)
	first := own.block.first + lo
	if n == 0 {
		p.fail(fmt.Errorf("input %d: a command of %d bytes is too long; allowed are %d (see -s)", first+1, size, p.fit.limit))
		return nil, false
	}
	if lo+n < hi {
		own.left.Return(lo + n)
	}
	p.seq++
	own.begun, own.size = time.Now(), n
	return p.item(p.seq, first, own.block.in[lo:lo+n], true, slot), true
}

// worth returns how many of n inputs that a slot has a command takes.
func (p *packSource) worth(n int) int {
	if !p.whole && p.slots > 1 {
		n = min(n, max(p.pace.least(), (n+1)/2))
	}
	if p.most > 0 {
		n = min(n, p.most)
	}
	return n
}
