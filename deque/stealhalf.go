package deque

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// StealHalf is a bounded deque from which a thief takes up to half of the items
// by one compare-and-swap. Push and Pop are the owner's, and so is StealInto for
// the deque that receives; Steal is anyone's. It needs NewStealHalf; do not copy
// it.
//
// All is non-blocking: an owner that retries does so because a thief got items.
// For k pushes or k pops in a row, while m steals succeed, the owner makes at
// most log₂ k + 2 + 2m successful compare-and-swaps.
//
// Invariants, top and the range being those of the word sr:
//
//	I1  top never decreases. Items are in slots [top, bot); bot is at least top,
//	    except while the owner pops.
//	I2  Each change of sr moves its tag. A thief takes the first k of the items
//	    in range by changing sr from the word that it read before anything else.
//	I3  Between two operations of the owner the range is an eighth of the items
//	    at least, and half of them at most, but always at least 1.
//	I4  While a word made by the owner with range L ≥ 2 is in place, there are 2L
//	    to 4L items; only a push about to change the word, and StealInto, add more.
//	I5  The owner meets the range only at the last item: it takes that by
//	    changing sr, every other by moving bot alone.
//	I6  Slots are written by the owner only. Those that it popped are cleared;
//	    those stolen from are cleared at its next change of sr, or when Pop
//	    answers Empty.
//
// Hendler and Shavit, Non-Blocking Steal-Half Work Queues, PODC 2002 [HS02];
// differences: docs/divergence.md#stealhalf.
type StealHalf[T any] struct {
	_   pad.Line
	sr  atomic.Uint64 // a stealRange
	_   pad.Line
	bot atomic.Uint32 // index after the youngest item
	_   pad.Line

	slots []atomic.Pointer[T]

	// The owner's own.
	b        uint32     // what bot holds
	prev     stealRange // the last word that the owner made: prevStealRange
	scrubbed uint32     // stolen slots below it are cleared
	loot     []*T       // StealInto copies to here first
	counters
	_ pad.Line
}

// NewStealHalf returns an empty deque for at least capacity items: the next power
// of two, up to 2^24. It panics if capacity is not between 1 and that.
func NewStealHalf[T any](capacity int) *StealHalf[T] { return newStealHalf[T](capacity, 0, 0) }

// newStealHalf starts at an index and a tag of the caller's choice.
func newStealHalf[T any](capacity int, index uint32, tag uint32) *StealHalf[T] {
	if capacity < 1 || capacity > maxIndexed {
		panic(fmt.Sprintf("skua/deque: capacity %d of a StealHalf; want 1 to %d", capacity, maxIndexed))
	}
	d := &StealHalf[T]{
		slots:    make([]atomic.Pointer[T], 1<<bits.Len(uint(capacity-1))),
		b:        index & indexMask,
		prev:     stealRange(tag)<<32 | ownerMade | stealRange(index&indexMask),
		scrubbed: index & indexMask,
	}
	d.sr.Store(uint64(d.prev))
	d.bot.Store(d.b)
	return d
}

// Push adds x, which must not be nil, at the bottom, or answers false if the deque
// is full. Owner only. Cost: two atomic stores, and a compare-and-swap if the length
// became a power of two or something was stolen.
func (d *StealHalf[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	r := stealRange(d.sr.Load())
	if int(distance(d.b, r.top())) == len(d.slots) {
		return false
	}
	// ORDER: the slot before bot. A thief copies only slots below a bot it read.
	d.slot(d.b).Store(x)
	d.move(+1)
	d.ownerStores(2)
	d.refit(r)
	if invariant.Enabled {
		d.check()
	}
	return true
}

// refit makes the range fit the length after a push: at powers of two, and if r,
// which was read before, is not the owner's own word.
func (d *StealHalf[T]) refit(r stealRange) {
	for {
		n := distance(d.b, r.top())
		if n <= 0 || !d.stale(r, n, grownExp(n)) || d.set(r, grownExp(n)) {
			return
		}
		r = stealRange(d.sr.Load())
	}
}

// Pop takes the youngest item, from the bottom. It answers Got or Empty: where
// the paper aborts it tries again. Owner only. Cost: two atomic stores, and a
// compare-and-swap at powers of two, after a steal and for the last item.
func (d *StealHalf[T]) Pop() (*T, Outcome) {
	x, outcome := (*T)(nil), Empty
	if d.approach() {
		d.move(-1)
		x, outcome = d.settle()
		d.ownerStores(2) // bot; and either the slot or bot again
	}
	if outcome == Empty {
		d.scrub(d.b) // which is top
		d.checkCleared()
	}
	if invariant.Enabled {
		d.check()
	}
	return x, outcome
}

// approach is the first half of a pop: it shrinks the range before bot moves, so
// that bot does not come near it, unless the item is the last. False: empty.
func (d *StealHalf[T]) approach() bool {
	for {
		r := stealRange(d.sr.Load())
		n := distance(d.b, r.top())
		if n <= 0 {
			return false
		}
		if !d.stale(r, n, shrunkExp(n)) || d.set(r, shrunkExp(n)) {
			return true
		}
	}
}

// settle is the second half: bot is lowered already, and now the owner gets the item, or
// a thief has it. The indices decide whether it is still there: an empty range is not
// an empty deque.
func (d *StealHalf[T]) settle() (*T, Outcome) {
	slot := d.slot(d.b)
	x := slot.Load()
	r := stealRange(d.sr.Load())
	left := distance(d.b, r.top())
	if invariant.Enabled && left < r.length() && (left > 0 || left < -1 || r.exp() != 0) {
		panic(fmt.Sprintf("skua/deque: StealHalf: the bottom meets the range: %d items left, %d in range (I5)",
			left, r.length()))
	}
	if left < r.length() && (left < 0 || !d.set(r, 0)) {
		d.move(+1) // stolen: top stands here, so bot must too
		return nil, Empty
	}
	// ORDER: out of everybody's reach by the word just read or made; a thief that
	// copies this slot later does so by an older word, and fails.
	slot.Store(nil)
	return x, Got
}

// Len returns the number of items at about now. Safe for concurrent use.
func (d *StealHalf[T]) Len() int {
	for {
		top := stealRange(d.sr.Load()).top()
		n := int(distance(d.bot.Load(), top))
		if -1 <= n && n <= len(d.slots) { // else top is old
			return max(0, n)
		}
	}
}

// Stealable returns how many items one steal can take now, and how many there are:
// both of one instant. Owner only.
func (d *StealHalf[T]) Stealable() (reach, items int) {
	r := stealRange(d.sr.Load())
	n := distance(d.b, r.top())
	return int(min(r.length(), n)), int(n)
}

func (d *StealHalf[T]) slot(i uint32) *atomic.Pointer[T] {
	return &d.slots[int(i)&(len(d.slots)-1)]
}

// move moves the bottom.
//
// ORDER: upwards, it publishes the slots below. Downwards, the owner reads sr
// afterwards, while a thief reads sr before bot: if the thief still read the higher
// one, then either the word that it took has been changed, or the owner reads that
// very word, in whose range the item is.
func (d *StealHalf[T]) move(by int) {
	d.b = (d.b + uint32(by)) & indexMask
	d.bot.Store(d.b)
}

// stale reports whether n items want a new word in place of r: the owner did not
// make r, or n is a power of two. Below 4 the length of 1 fits on both sides.
func (d *StealHalf[T]) stale(r stealRange, n int32, exp int) bool {
	return r != d.prev || n&(n-1) == 0 && (n > 2 || r.exp() != exp)
}

// set changes the word from r to one of the owner's.
//
// ORDER: the tag moves even if the range does not, so a thief that has read r, and
// then a bot that is about to be lowered, fails.
func (d *StealHalf[T]) set(r stealRange, exp int) bool {
	s := r.changed(ownerMade, exp, r.top())
	if !d.ownerCAS(d.sr.CompareAndSwap(uint64(r), uint64(s))) {
		return false
	}
	d.prev = s
	d.scrub(r.top())
	return true
}

// scrub clears the slots below top that were stolen from.
func (d *StealHalf[T]) scrub(top uint32) {
	if d.scrubbed == top {
		return
	}
	if low := d.b - uint32(len(d.slots)); distance(low, d.scrubbed) > 0 {
		d.scrubbed = low & indexMask // below it slots have been used again
	}
	for ; distance(top, d.scrubbed) > 0; d.scrubbed = (d.scrubbed + 1) & indexMask {
		// ORDER: the thief that stole the item copied it before it changed sr, which
		// we have seen; any other thief that copies it fails. NOT: let the thief clear
		// the slot. It could wipe out what the owner has pushed since.
		d.slot(d.scrubbed).Store(nil)
		d.ownerStores(1)
	}
	d.scrubbed = top
}

// check panics if I1, I3 or I4 does not hold. The owner calls it between operations;
// thieves may be inside, since each of them changes the state in one step.
func (d *StealHalf[T]) check() {
	r := stealRange(d.sr.Load())
	n := distance(d.b, r.top())
	switch l := r.length(); {
	case n < 0 || int(n) > len(d.slots) || d.b != d.bot.Load():
		panic(fmt.Sprintf("skua/deque: StealHalf has %d items in %d slots (I1)", n, len(d.slots)))
	case l > max(1, n/2) || 8*l < n:
		panic(fmt.Sprintf("skua/deque: StealHalf has %d items and %d in range (I3)", n, l))
	case r == d.prev && l >= 2 && (n < 2*l || n > 4*l):
		panic(fmt.Sprintf("skua/deque: StealHalf has %d items and the owner's range of %d (I4)", n, l))
	case n > 0 && d.slot(d.b-1).Load() == nil:
		panic(fmt.Sprintf("skua/deque: StealHalf: no item at the bottom of %d (I1)", n))
	}
}

// checkCleared panics if the deque is empty and some slot keeps an item.
func (d *StealHalf[T]) checkCleared() {
	if !invariant.Enabled || d.b != stealRange(d.sr.Load()).top() {
		return
	}
	for i := range min(len(d.slots), 1<<10) { // most capacities of tests; a large one takes long
		if d.slots[i].Load() != nil {
			panic(fmt.Sprintf("skua/deque: StealHalf: empty, and slot %d keeps an item (I6)", i))
		}
	}
}
