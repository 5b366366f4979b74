package span

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/invariant"
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
//	    No index from end on is ever below it.
//	P3  A request stands until the owner has given something, or has come to the
//	    end of its chunk: then a thief finds in the range all there is.
type Part struct {
	Range
	limit uintptr // an int: Next goes on below it. Raw, for the inliner's budget
	_     pad.Line

	// Alone says that no thief can find the part: then a chunk may be all there
	// is. Otherwise it is half of it at most.
	Alone bool

	at, end int // the index at hand, the end of the chunk
	from    int // where the chunk began
	taken   int // indices reserved since Settle
	pace    pace
}

// asked is a limit that no index is below: the smallest int.
const asked = uintptr(math.MaxInt) + 1

// NewPart returns a part that holds all of [lo, hi). With a grain of 0 chunks
// are of as many indices as last some microseconds, later up to a quarter of a
// millisecond; otherwise of grain indices, which are never cut.
func NewPart(lo, hi, grain int) *Part {
	p := &Part{}
	p.Init(lo, hi, grain)
	return p
}

// Init makes a zero Part what NewPart returns.
func (p *Part) Init(lo, hi, grain int) {
	p.space = newSpace(lo, hi, max(grain, 1))
	p.pace.fixed = min(max(grain, 0), 1)
	p.fillAll()
	p.begin(lo, lo)
}

// InitSibling makes a zero Part an empty one over the interval of q.
func (p *Part) InitSibling(q *Part) {
	p.space, p.pace.fixed = q.space, q.pace.fixed
	p.begin(q.lo, q.lo)
}

// initShare makes a zero Part one over the interval of q that holds units [from, to).
func (p *Part) initShare(q *Part, from, to uint32) {
	p.space, p.pace.fixed = q.space, q.pace.fixed
	p.word.Store(pack(from, to)) // ORDER: nobody else knows p yet
	p.begin(p.start(from), p.start(from))
}

// begin puts the owner before index lo, with [lo, end) reserved.
func (p *Part) begin(lo, end int) {
	p.at, p.end, p.from = lo-1, end, lo
	p.taken += end - lo
	// ORDER: nobody else knows p yet, or the range is empty and nothing to be asked
	// for: a request that comes after this is for what is being filled in.
	atomic.StoreUintptr(&p.limit, uintptr(end))
	p.pace.start()
}

// Fill puts what was stolen from a sibling into the part, which must be empty.
// Its first unit, or the rest of the one in which it begins, is reserved and not
// in the range: so the last one of a loop does not go round among thieves that
// take it from each other before anyone runs it. It panics if [lo, hi) is not in
// the interval, or does not end where a unit does.
func (p *Part) Fill(lo, hi int) {
	if p.at+1 < p.end || lo >= hi {
		panic("span: Fill needs an empty part, and something to fill in")
	}
	p.need(lo, hi)
	p.begin(lo, p.start(p.unitOf(lo+1)))
	p.Range.Fill(p.end, hi)
	p.check()
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
	k := 0 // not asked for yet: that costs a look at the clock
	for opened := false; ; opened = true {
		word := p.word.Load()
		low, high := unpack(word)
		if low == high {
			p.over(opened)
			return false
		}
		if k == 0 {
			k = p.pace.next(int(p.unitsOf(p.end - p.from)))
		}
		most := int(high - low)
		if !p.Alone {
			most = max(1, most/2)
		}
		next := low + uint32(min(k, most))
		end := p.start(next)
		// ORDER: open before the chunk is taken. A thief that finds the range
		// empty because of it asks after that, so its request stands.
		atomic.StoreUintptr(&p.limit, uintptr(end))
		// ORDER: as in Range.Take.
		if p.word.CompareAndSwap(word, pack(next, high)) {
			p.at, p.end, p.from = p.start(low), end, p.start(low)
			p.taken += end - p.at
			p.check()
			return true
		}
	}
}

// over leaves the owner at the end of its chunk, whatever it calls next.
func (p *Part) over(opened bool) {
	p.at = p.end - 1
	if opened {
		// ORDER: thieves have all that the limit was opened for, so none needs a
		// request that this undoes.
		atomic.StoreUintptr(&p.limit, uintptr(p.end))
	}
}

// Wanted reports whether a thief asks.
func (p *Part) Wanted() bool { return atomic.LoadUintptr(&p.limit) == asked }

// Piece goes on by several indices of the chunk and returns them, from the one at
// hand on: a small part of it, so that the rest can still be asked for, or all of
// it if the grain was given or nobody can ask.
func (p *Part) Piece() (lo, hi int) {
	n := p.end - p.from
	if p.pace.fixed == 0 && !p.Alone {
		n = p.pace.piece(n)
	}
	lo = p.at
	hi = lo + min(n, p.end-lo)
	p.at = hi - 1
	return lo, hi
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
	p.check()
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

// abandon puts the rest of the chunk back, and returns what cannot be put back,
// as it is less than a unit: its caller has to care for that.
func (p *Part) abandon() (lo, hi int) {
	p.Give()
	lo, hi = p.at+1, p.end
	p.taken -= hi - lo
	p.at = p.end - 1
	return lo, hi
}

// Drop takes all that is left, for nobody to run.
func (p *Part) Drop() {
	p.at = p.end - 1
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

// check panics if the owner can see an invariant broken.
func (p *Part) check() {
	if !invariant.Enabled {
		return
	}
	low, high := unpack(p.word.Load())
	limit := atomic.LoadUintptr(&p.limit)
	if low > high || high > p.units() || p.start(low) != p.end || p.at+1 > p.end {
		panic(fmt.Sprintf("span: P1: units [%d, %d) after a chunk up to %d, at %d", low, high, p.end, p.at))
	}
	if limit != uintptr(p.end) && limit != asked {
		panic(fmt.Sprintf("span: P2: limit %d of a chunk up to %d", int(limit), p.end))
	}
}
