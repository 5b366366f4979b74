package span

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/pad"
)

// Part is the owner's way through a Range, and what thieves can do about it. The
// owner reserves a chunk at a time and goes through it in plain steps; the rest
// is open to thieves. One who finds nothing left asks, and the owner puts the
// rest of its chunk back at its next step: so all but the index at hand can be
// stolen, and a step costs one atomic load.
//
//	for p.Next() || p.Reserve() {
//		use(p.Index())
//	}
//
// Steal and Ask are safe for concurrent use, all else is the owner's.
//
// Invariants, between the owner's calls:
//
//	P1  [at+1, end) is the rest of the chunk: the owner's alone, and it ends
//	    where the range begins.
//	P2  limit is end, or asked if a thief found nothing since the owner looked.
//	P3  A request stands until the owner has given something, or has come to the
//	    end of its chunk: then a thief finds in the range all there is.
type Part struct {
	Range
	limit uintptr // an int: Next goes on below it. Raw, for the inliner's budget
	_     pad.Line

	at, end int // the index at hand, the end of the chunk
	taken   int // indices reserved since Settle
	pace    pace
}

// asked is a limit that no index is below: the smallest int.
const asked = uintptr(math.MaxInt) + 1

// NewPart returns a part that holds all of [lo, hi). With a grain of 0 chunks
// are of as many indices as last some microseconds; otherwise of grain indices,
// which are never cut.
func NewPart(lo, hi, grain int) *Part {
	p := &Part{}
	p.Init(lo, hi, grain)
	return p
}

// Init makes a zero Part what NewPart returns.
func (p *Part) Init(lo, hi, grain int) {
	p.space = newSpace(lo, hi, max(grain, 1))
	p.pace.fixed = grain > 0
	p.fillAll()
	p.begin(lo)
}

// InitSibling makes a zero Part an empty one over the interval of q.
func (p *Part) InitSibling(q *Part) {
	p.space, p.pace.fixed = q.space, q.pace.fixed
	p.begin(q.lo)
}

// begin puts the owner before index lo, with nothing reserved.
func (p *Part) begin(lo int) {
	p.at, p.end = lo-1, lo
	atomic.StoreUintptr(&p.limit, asked) // ORDER: the range is empty, or nobody else knows p
	p.pace.start()
}

// Fill puts what was stolen from a sibling into the part, which must be empty.
func (p *Part) Fill(lo, hi int) {
	p.begin(lo)
	p.Range.Fill(lo, hi)
}

// Next goes on to the next index of the chunk. False means that there is none,
// or that a thief asks.
func (p *Part) Next() bool {
	p.at++
	return p.at < int(atomic.LoadUintptr(&p.limit))
}

// Index returns the index at hand.
func (p *Part) Index() int { return p.at }

// Asked reports, after Next returned false, whether that was because a thief
// asks: the index is good then.
func (p *Part) Asked() bool { return p.at < p.end }

// Elapsed returns how long the owner has worked on what the part was made or
// filled with, up to the beginning of the present chunk; 0 if the grain was
// given.
func (p *Part) Elapsed() time.Duration { return p.pace.last - p.pace.begun }

// Reserve goes on to the first index of a new chunk, after the end of the one
// before. False means that nothing is left.
func (p *Part) Reserve() bool {
	k := p.pace.next()
	for {
		word := p.word.Load()
		low, high := unpack(word)
		if low == high {
			return false
		}
		next := low + uint32(min(k, max(1, int(high-low)/2)))
		end := p.start(next)
		// ORDER: open before the chunk is taken. A thief that finds the range
		// empty because of it asks after that, so its request stands.
		atomic.StoreUintptr(&p.limit, uintptr(end))
		// ORDER: as in Range.Take.
		if p.word.CompareAndSwap(word, pack(next, high)) {
			p.at, p.end = p.start(low), end
			p.taken += end - p.at
			return true
		}
	}
}

// Wanted reports whether a thief asks.
func (p *Part) Wanted() bool { return atomic.LoadUintptr(&p.limit) == asked }

// Keep makes i-1 the index at hand and gives back what comes after it.
func (p *Part) Keep(i int) (gave bool) {
	p.at = i - 1
	return p.Give()
}

// Rest goes on to the end of the chunk and returns it from the index at hand on.
func (p *Part) Rest() (lo, hi int) {
	lo = p.at
	p.at = p.end - 1
	return lo, p.end
}

// Give puts the rest of the chunk back, but for the index at hand, and reports
// whether there was any.
func (p *Part) Give() bool {
	first := p.unitOf(p.at + 1)
	from := p.start(first)
	if from >= p.end {
		atomic.StoreUintptr(&p.limit, uintptr(p.end)) // ORDER: nothing to give: the thief's own search says so too (P3)
		return false
	}
	p.taken -= p.end - from
	p.end = from
	// ORDER: the request is taken back before the rest can be found, so one that
	// comes when it is gone again stands.
	atomic.StoreUintptr(&p.limit, uintptr(from))
	p.Return(from)
	return true
}

// Ask requests the rest of the owner's chunk. It looks first: the line stays
// shared while many ask. Anyone.
func (p *Part) Ask() {
	if atomic.LoadUintptr(&p.limit) != asked {
		// ORDER: after the caller found the range empty, or before it looks again.
		atomic.StoreUintptr(&p.limit, asked)
	}
}

// Drop takes all that is left, for nobody to run.
func (p *Part) Drop() {
	p.at = p.end
	for {
		lo, hi, ok := p.Take(math.MaxInt32)
		if !ok {
			return
		}
		p.taken += hi - lo
	}
}

// Settle returns how many indices have been taken out of the range for good
// since the last call: run or dropped.
func (p *Part) Settle() (n int) {
	n, p.taken = p.taken, 0
	return n
}
