package span

import (
	"fmt"
	"iter"
	"sync/atomic"

	"github.com/skua-go/skua/internal/indices"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// Stealing divides an interval into parts of equal length, and lets a consumer
// that is done with its part steal half of what another part has left. Its consumers
// are plain goroutines, at most one for each part at a time. Consumers of other parts
// steal a part that has no consumer.
//
// A consumer's loop ends when every index of the interval is over. A consumer that has
// nothing to do before that waits for the indices that other consumers have at hand,
// without using the processor. So a consumer must either go on or leave its loop. If
// it leaves, by break, panic or Goexit, its index or chunk at hand counts as over; the
// rest goes to the other consumers, or to the next consumer of the part.
//
// Invariants:
//
//	S1  Every index is in one part's range, or in its consumer's chunk, or among the
//	    orphans, or taken by a thief that has not filled it in yet, or over.
//	S2  left is how many indices are not over. A consumer counts what it has run as
//	    over before it looks elsewhere. So left is 0 once all are over, not before.
//	S3  A consumer that makes something stealable, or sets left to 0, looks for
//	    sleepers after that: wait.go.
//
// Load-balancing partitioner with work stealing, part two, August 2011 [WSR11];
// differences: docs/divergence.md#range.
type Stealing struct {
	parts []part
	_     pad.Line
	left  atomic.Int64
	_     pad.Line
	lobby
}

// part is one of the parts and what its consumer needs.
type part struct {
	indices.Cursor
	rand   rng.Rand
	parker *park.Parker
	busy   atomic.Bool // has a consumer
	_      pad.Line
}

// maxParts is how many parts a Stealing may have: each takes 648 bytes. Arbitrary.
const maxParts = 1 << 20

// NewStealing returns the partition of [lo, hi) into that many parts. Chunks have
// grain indices, and no thief takes less; or if grain is 0, as many as last some
// microseconds. It panics if parts is not from 1 to 1<<20, grain is less than 0, or
// hi - lo is 2⁶³ or more.
func NewStealing(lo, hi, parts, grain int) *Stealing {
	needParts(parts)
	if parts > maxParts {
		panic(fmt.Sprintf("span: %d parts; a Stealing has at most %d", parts, maxParts))
	}
	if grain < 0 {
		panic("span: the grain must be at least 0")
	}
	whole := indices.NewCursor(lo, hi, grain)
	s := &Stealing{parts: make([]part, parts)}
	n, units := whole.Count()
	s.left.Store(int64(n))
	for k := range s.parts {
		c := &s.parts[k]
		c.rand, c.parker = rng.New(uint64(k)), park.New()
		from, to := share(units, parts, k)
		c.InitShare(whole, uint32(from), uint32(to))
	}
	return s
}

// Parts returns how many parts there are.
func (s *Stealing) Parts() int { return len(s.parts) }

// All returns the indices of a part and, after them, indices stolen from other parts.
// Between two of them a thief may take any that come later. All panics if there is no
// such part; ranging over it panics if the part has another consumer at that time.
func (s *Stealing) All(part int) iter.Seq[int] {
	needPart(part, len(s.parts))
	c := &s.parts[part]
	return func(yield func(int) bool) {
		c.enter()
		defer s.leave(c)
		for c.Next() || s.more(c) {
			if !yield(c.Index()) {
				return
			}
		}
	}
}

// Chunks returns the same indices by chunks. No thief takes from the chunk at hand. It
// panics as All does.
func (s *Stealing) Chunks(part int) iter.Seq2[int, int] {
	needPart(part, len(s.parts))
	c := &s.parts[part]
	return func(yield func(int, int) bool) {
		c.enter()
		defer s.leave(c)
		for c.Next() || s.more(c) {
			if !yield(c.Piece()) {
				return
			}
		}
	}
}

func (c *part) enter() {
	// ORDER: after leave's Store, and so after all that the last consumer did.
	if !c.busy.CompareAndSwap(false, true) {
		panic("span: a part has one consumer at a time")
	}
}

// leave gives back what the consumer did not come to: nothing, if its loop ended by
// itself.
func (s *Stealing) leave(c *part) {
	if lo, hi := c.Abandon(); lo < hi {
		s.expose(lo, hi)
	}
	s.settle(c)
	s.wake()            // for what was put back
	c.busy.Store(false) // ORDER: after all that this consumer did; enter's CAS lets the next one in
}

// settle counts what c took as over.
func (s *Stealing) settle(c *part) {
	// ORDER: after all that the indices did, and before the sleepers are woken, which then see
	// that nothing is left (S2, S3).
	n := c.Settle()
	if n == 0 {
		return
	}
	left := s.left.Add(-int64(n))
	s.checkLeft(left)
	if left == 0 {
		s.wakeAll()
	}
}

// more answers a request, goes on to the next chunk, or steals one.
func (s *Stealing) more(c *part) bool {
	if c.Asked() {
		if c.Give() {
			s.wake()
		}
		return true
	}
	return c.Reserve() || s.refill(c)
}

// refill takes the length of a part that is empty off the count of what is left, then steals
// for it. False means that nothing is left.
func (s *Stealing) refill(c *part) bool {
	s.settle(c)
	lo, hi, ok := s.search(c)
	if !ok {
		return false
	}
	c.Fill(lo, hi)
	s.wake() // the next: each consumer that finds something wakes one more
	return c.Next() || s.more(c)
}

// checkLeft panics if more indices are over than there were, or if all are over and a
// thief could still find one.
func (s *Stealing) checkLeft(left int64) {
	if !invariant.Enabled || left > 0 {
		return
	}
	if left < 0 {
		panic(fmt.Sprintf("span: %d indices too many are over (S2)", -left))
	}
	for k := range s.parts {
		if n := s.parts[k].Len(); n > 0 {
			panic(fmt.Sprintf("span: all indices are over, and part %d has %d units (S1, S2)", k, n))
		}
	}
}
