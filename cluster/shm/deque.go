package shm

import (
	"math/bits"
	"sync/atomic"
)

// The deque of hints is package deque's StealHalf with its word, its bottom and its slots
// in the mapping: Hendler and Shavit, Non-Blocking Steal-Half Work Queues, PODC 2002. The
// invariants are argued there. Three things differ:
//
//   - Nothing is scrubbed: a hint keeps nothing alive.
//   - The owner's end is used by all goroutines of a process, in turns under a mutex.
//   - A kill may leave it in any state. It is reset then, not repaired: the words of the
//     tasks are the truth, and a hint that comes twice, late or never is found out by them.
//
// NOT: an idempotent deque (Michael, Vechev and Saraswat, PPoPP 2009) would do, as hints
// are only tried, and would save the owner an exchange. Its thieves take one item at a
// time; a cut of up to 64 by one compare-and-swap is what makes tasks of microseconds
// worth stealing from another process.

// stealRange is the word that owner and thieves compare and swap.
//
//	bits 63..32 tag   bit 31 the owner made it   bits 30..26 log₂ of the length   bits 25..0 top
type stealRange uint64

const (
	ownerMade stealRange = 1 << 31
	thiefMade stealRange = 0
	expShift             = 26
	expMask              = 1<<5 - 1
	maxExp               = 24
	indexMask            = 1<<expShift - 1
	tagUnit   stealRange = 1 << 32
	tagMask              = ^(tagUnit - 1)
)

func (r stealRange) top() uint32   { return uint32(r) & indexMask }
func (r stealRange) exp() int      { return min(int(r>>expShift&expMask), maxExp) }
func (r stealRange) length() int32 { return 1 << r.exp() }

func (r stealRange) changed(maker stealRange, exp int, top uint32) stealRange {
	return r&tagMask + tagUnit | maker | stealRange(exp)<<expShift | stealRange(top&indexMask)
}

// robbed is what a thief that takes k of n items leaves.
func (r stealRange) robbed(n, k int32) stealRange {
	exp := bits.Len32(uint32(n)) - 3
	if r&ownerMade != 0 {
		exp = r.exp() - 1
	}
	return r.changed(thiefMade, max(0, exp), r.top()+uint32(k))
}

func distance(x, y uint32) int32 { return int32((x-y)<<6) >> 6 }
func grownExp(n int32) int       { return max(0, bits.Len32(uint32(n))-2) }
func shrunkExp(n int32) int      { return max(0, bits.Len32(uint32(n-1))-2) }

// deque is a view of one place's deque. Push, pop and reset are its owner's; look and cut
// are anybody's.
type deque struct {
	m    *mapping
	sr   *atomic.Uint64
	bot  *atomic.Uint32
	base int // of the slots
	mask int

	b    uint32     // owner: what bot holds
	prev stealRange // owner: the last word it made
}

func (m *mapping) deque(p int) deque {
	return deque{m: m, sr: m.u64(m.placeAt(p, pSR)), bot: m.u32(m.placeAt(p, pBot)),
		base: m.placeAt(p, pDeque), mask: m.capacity - 1}
}

func (d *deque) slot(i uint32) *atomic.Uint64 { return d.m.u64(d.base + 8*(int(i)&d.mask)) }

// reset empties what an earlier incarnation left.
//
// ORDER: the bottom down to top, then the word. The tag goes on, so a thief that read the
// word of an earlier incarnation fails; one that reads the new word finds bot at its top.
func (d *deque) reset() {
	for {
		r := stealRange(d.sr.Load())
		d.bot.Store(r.top())
		s := r.changed(ownerMade, 0, r.top())
		if d.sr.CompareAndSwap(uint64(r), uint64(s)) {
			d.b, d.prev = r.top(), s
			return
		}
	}
}

// move moves the bottom.
//
// ORDER: upwards it publishes the slots below. Downwards, the owner reads sr afterwards,
// while a thief reads sr before bot.
func (d *deque) move(by int) {
	d.b = (d.b + uint32(by)) & indexMask
	d.bot.Store(d.b)
}

// push adds as many of hs as there is room for, and answers how many.
//
// ORDER: the slots before the bottom: a thief copies only slots below a bottom it read.
func (d *deque) push(hs ...hint) int {
	r := stealRange(d.sr.Load())
	k := min(len(hs), d.mask+1-int(distance(d.b, r.top())))
	if k <= 0 {
		return 0
	}
	for i, h := range hs[:k] {
		d.slot(d.b + uint32(i)).Store(uint64(h))
	}
	d.move(k)
	for {
		n := distance(d.b, r.top())
		// As one push at a time does it, but a push of several may step over the power of
		// two at which the range is to grow.
		if n <= 0 || r == d.prev && r.exp() == grownExp(n) || d.set(r, grownExp(n)) {
			return k
		}
		r = stealRange(d.sr.Load())
	}
}

// pop takes the youngest hint.
func (d *deque) pop() (hint, bool) {
	for {
		r := stealRange(d.sr.Load())
		n := distance(d.b, r.top())
		if n <= 0 {
			return 0, false
		}
		if !d.stale(r, n, shrunkExp(n)) || d.set(r, shrunkExp(n)) {
			break
		}
	}
	d.move(-1)
	h := hint(d.slot(d.b).Load())
	r := stealRange(d.sr.Load())
	left := distance(d.b, r.top())
	if left < r.length() && (left < 0 || !d.set(r, 0)) {
		d.move(+1) // stolen: top stands here, so the bottom must too
		return 0, false
	}
	return h, true
}

// takeOldest takes up to len(into) of the oldest hints, if that leaves more than it takes;
// else none. Owner only, as it then mends the range; but by the steps of a thief.
func (d *deque) takeOldest(into []hint) int {
	r := stealRange(d.sr.Load())
	n := distance(d.b, r.top())
	k := min(r.length(), int32(len(into)))
	if n < 2*k {
		return 0
	}
	for i := range uint32(k) {
		into[i] = hint(d.slot(r.top() + i).Load())
	}
	if !d.cut(r, n, k) {
		return 0
	}
	return int(k)
}

// stale reports whether n items want another word than r.
func (d *deque) stale(r stealRange, n int32, exp int) bool {
	return r != d.prev || n&(n-1) == 0 && (n > 2 || r.exp() != exp)
}

// set changes the word from r to one of the owner's.
//
// ORDER: the tag moves even if the range does not, so a thief that has read r, and then a
// bottom that is about to be lowered, fails.
func (d *deque) set(r stealRange, exp int) bool {
	s := r.changed(ownerMade, exp, r.top())
	if !d.sr.CompareAndSwap(uint64(r), uint64(s)) {
		return false
	}
	d.prev = s
	return true
}

// room is how many hints fit. Owner only.
func (d *deque) room() int {
	return d.mask + 1 - int(distance(d.b, stealRange(d.sr.Load()).top()))
}

// look is a thief's first step: the word, and then how many items there are.
func (d *deque) look() (stealRange, int32) {
	r := stealRange(d.sr.Load())
	return r, distance(d.bot.Load(), r.top())
}

// cut is a thief's last step: it takes k of n items if the word is still r.
//
// ORDER: after the copies, and after the loot list. If the word is still r no thief has
// taken an item, nor has the owner popped one in range, since r was read.
func (d *deque) cut(r stealRange, n, k int32) bool {
	return d.sr.CompareAndSwap(uint64(r), uint64(r.robbed(n, k)))
}
