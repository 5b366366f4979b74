package indices

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// Cursor is the owner's way through a Range. The owner reserves a chunk at a time and
// goes through it in plain steps; the rest is open to thieves. A thief that finds
// nothing left asks, and the owner puts the rest of its chunk back at its next step:
// so all but the index at hand can be stolen, and a step costs one atomic load.
//
//	for c.Next() || c.Reserve() {
//		use(c.Index())
//	}
//
// Steal, Ask, Wanted, Len and Empty are safe for concurrent use, all else is the owner's.
//
// Invariants, between the owner's calls:
//
//	P1  [at+1, end) is the rest of the chunk: the owner's alone, and it ends
//	    where the range begins.
//	P2  limit is end, or asked if a thief found nothing since the owner looked.
//	    No index from end on is ever below it.
//	P3  A request stands until the owner has given something, has less than a unit left to
//	    give, or has come to the end of its chunk: then a thief finds in the range all
//	    there is.
type Cursor struct {
	fixed int // units of every chunk if the grain was given, else 0; thieves read it, and Range's space
	Range
	limit uintptr // an int: Next goes on below it. Raw, for the inliner's budget
	_     pad.Line

	// Alone says that no thief can find the cursor: then a chunk may take the whole
	// range. Otherwise it takes at most half of it, or what is over in a moment.
	Alone bool

	at, end int // the current index, the end of the chunk
	from    int // where the chunk began
	taken   int // indices reserved since Settle
	pace    pace
}

// asked is a limit that no index is below: the smallest int.
const asked = uintptr(math.MaxInt) + 1

// NewCursor returns a cursor that holds all of [lo, hi). With a grain of 0 chunks
// are of as many indices as last some microseconds, later up to a quarter of a
// millisecond; otherwise of grain indices, which are never cut.
func NewCursor(lo, hi, grain int) *Cursor {
	c := &Cursor{}
	c.Init(lo, hi, grain)
	return c
}

// Init makes a zero Cursor what NewCursor returns.
func (c *Cursor) Init(lo, hi, grain int) {
	c.space = newSpace(lo, hi, max(grain, 1))
	c.SetChunk(min(max(grain, 0), 1))
	c.word.Store(uint64(c.units())) // ORDER: nobody else knows c yet
	c.begin(lo, lo)
}

// Expect says that the first chunk should have so many units, and 0 that nothing is known. It has no more
// than mostExpected: they may last much longer after all.
func (c *Cursor) Expect(units int) { c.pace.quick = min(units, mostExpected) }

const mostExpected = 16

// SetChunk makes each chunk have that many units; with 0 the clock says how many.
func (c *Cursor) SetChunk(units int) { c.fixed, c.pace.fixed = units, units }

// InitSibling makes a zero Cursor an empty one over the interval of q.
func (c *Cursor) InitSibling(q *Cursor) {
	c.space = q.space
	c.SetChunk(q.fixed)
	c.begin(q.lo, q.lo)
}

// InitShare makes a zero Cursor one over the interval of q that holds units [from, to).
func (c *Cursor) InitShare(q *Cursor, from, to uint32) {
	c.space = q.space
	c.SetChunk(q.fixed)
	c.word.Store(pack(from, to)) // ORDER: nobody else knows c yet
	c.begin(c.start(from), c.start(from))
}

// begin puts the owner before index lo, with [lo, end) reserved.
func (c *Cursor) begin(lo, end int) {
	c.at, c.end, c.from = lo-1, end, lo
	c.taken += end - lo
	// ORDER: nobody else knows c yet, or the range is empty and there is nothing to ask
	// for. A request that comes after this is for what is being filled in.
	atomic.StoreUintptr(&c.limit, uintptr(end))
	c.pace.start()
}

// Fill puts what was stolen from a sibling into the cursor, which must be empty.
// Its first unit, or the rest of the one in which it begins, is reserved and not
// in the range: so the last one of a loop does not go round among thieves that
// take it from each other before anyone runs it. It panics if [lo, hi) is not in
// the interval, or does not end at the end of a unit.
func (c *Cursor) Fill(lo, hi int) {
	if c.at+1 < c.end || lo >= hi {
		panic("span: Fill needs an empty cursor, and something to fill in")
	}
	c.need(lo, hi)
	c.begin(lo, c.start(c.unitOf(lo+1)))
	c.Range.Fill(c.end, hi)
	c.check()
}

// Next goes on to the next index of the chunk. False means that there is none,
// or that a thief asks.
func (c *Cursor) Next() bool {
	c.at++
	return c.at < int(atomic.LoadUintptr(&c.limit))
}

// Index returns the current index.
func (c *Cursor) Index() int { return c.at }

// Asked reports, after Next returned false, whether that was because a thief
// asks: the index is good then.
func (c *Cursor) Asked() bool { return c.at < c.end }

// Elapsed returns how long the owner has worked on what the cursor was made or
// filled with, up to the beginning of the present chunk; 0 if the grain was
// given.
func (c *Cursor) Elapsed() time.Duration { return c.pace.last - c.pace.begun }

// Begun returns when the cursor was made or filled, by clock.Now; 0 if the grain was given.
func (c *Cursor) Begun() time.Duration { return c.pace.begun }

// Reserved returns the present chunk: where it began, and where it ends.
func (c *Cursor) Reserved() (from, end int) { return c.from, c.end }

// Reserve goes on to the first index of a new chunk, after the end of the one
// before. False means that nothing is left.
func (c *Cursor) Reserve() bool {
	k := 0 // not asked for yet: that costs a look at the clock
	for opened := false; ; opened = true {
		word := c.word.Load()
		low, high := unpack(word)
		if low == high {
			c.over(opened)
			return false
		}
		if k == 0 {
			k = c.pace.next(int(c.unitsOf(c.end - c.from)))
		}
		most := int(high - low)
		if !c.Alone {
			most = max(most/2, min(most, k/4), 1) // what is soon over stays together
		}
		next := low + uint32(min(k, most))
		end := c.start(next)
		// ORDER: open before the chunk is taken. A thief that finds the range
		// empty because of it asks after that, so its request stands.
		atomic.StoreUintptr(&c.limit, uintptr(end))
		// ORDER: one CAS against the thieves': [low, next) is ours exactly if no thief took any
		// of it.
		if c.word.CompareAndSwap(word, pack(next, high)) {
			c.checkOwner(word, pack(next, high))
			c.at, c.end, c.from = c.start(low), end, c.start(low)
			c.taken += end - c.at
			c.check()
			return true
		}
	}
}

// over leaves the owner at the end of its chunk, whatever it calls next.
func (c *Cursor) over(opened bool) {
	c.at = c.end - 1
	if opened {
		// ORDER: thieves have all that the limit was opened for, so none needs a
		// request that this undoes.
		atomic.StoreUintptr(&c.limit, uintptr(c.end))
	}
}

// Wanted reports whether a thief asks.
func (c *Cursor) Wanted() bool { return atomic.LoadUintptr(&c.limit) == asked }

// Piece goes on by several indices of the chunk and returns them, from the one at
// hand on: a small part of it, so that the rest can still be asked for, or all of
// it if the grain was given or no thief can ask.
func (c *Cursor) Piece() (lo, hi int) {
	n := c.end - c.from
	if c.pace.fixed == 0 && !c.Alone {
		n = c.pace.piece(n)
	}
	lo = c.at
	hi = lo + min(n, c.end-lo)
	c.at = hi - 1
	return lo, hi
}

// Give puts the rest of the chunk back, except the current index, and reports
// whether there was any.
func (c *Cursor) Give() bool {
	first := c.unitOf(c.at + 1)
	from := c.start(first)
	if from >= c.end {
		atomic.StoreUintptr(&c.limit, uintptr(c.end)) // ORDER: nothing to give: the thief's own search says so too (P3)
		return false
	}
	c.taken -= c.end - from
	c.end = from
	// ORDER: the request is taken back before the rest can be found, so one that
	// comes when it is gone again stands.
	atomic.StoreUintptr(&c.limit, uintptr(from))
	c.Return(from)
	c.check()
	return true
}

// Ask requests the rest of the owner's chunk. It looks first: the line stays
// shared while many ask. Anyone.
func (c *Cursor) Ask() {
	if atomic.LoadUintptr(&c.limit) != asked {
		// ORDER: after the caller found the range empty, or before it looks again.
		atomic.StoreUintptr(&c.limit, asked)
	}
}

// Abandon puts the rest of the chunk back, and returns what cannot be put back because
// it is less than a unit: the caller must run it or hand it on.
func (c *Cursor) Abandon() (lo, hi int) {
	c.Give()
	lo, hi = c.at+1, c.end
	c.taken -= hi - lo
	c.at = c.end - 1
	return lo, hi
}

// Drop takes all that is left, so that nobody runs it.
func (c *Cursor) Drop() {
	c.at = c.end - 1
	for {
		lo, hi, ok := c.Take(math.MaxInt32)
		if !ok {
			return
		}
		c.taken += hi - lo
	}
}

// Settle returns how many indices have been taken out of the range for good
// since the last call: run or dropped.
func (c *Cursor) Settle() (n int) {
	n, c.taken = c.taken, 0
	return n
}

// check panics if the owner can see an invariant broken.
func (c *Cursor) check() {
	if !invariant.Enabled {
		return
	}
	low, high := unpack(c.word.Load())
	limit := atomic.LoadUintptr(&c.limit)
	if low > high || high > c.units() || c.start(low) != c.end || c.at+1 > c.end {
		panic(fmt.Sprintf("span: units [%d, %d) after a chunk up to %d, at %d (P1)", low, high, c.end, c.at))
	}
	if limit != uintptr(c.end) && limit != asked {
		panic(fmt.Sprintf("span: limit %d of a chunk up to %d (P2)", int(limit), c.end))
	}
}
