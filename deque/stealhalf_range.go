package deque

import "math/bits"

// stealRange is the word that owner and thieves of a StealHalf compare and swap:
// what the next thief may take, up to 2^exp items from top on.
//
//	bits 63..32  tag  one more at every change, by whomever: a word never returns
//	bit  31      own  1 if the owner made it, 0 if a thief did
//	bits 30..26  exp  log₂ of the length, which so is never 0
//	bits 25..0   top  index of the oldest item, mod 2^26
//
// An empty deque is one whose bottom is not beyond top; the range itself has no
// empty value, since what is left of it says nothing about what is left at all.
type stealRange uint64

const (
	ownerMade  stealRange = 1 << 31
	thiefMade  stealRange = 0
	expShift              = 26
	expMask               = 1<<5 - 1
	indexMask             = 1<<expShift - 1
	tagUnit    stealRange = 1 << 32
	tagMask               = ^(tagUnit - 1)
	maxIndexed            = 1 << 24 // capacity; distances stay below 2^25, so their sign is theirs
)

func (r stealRange) top() uint32   { return uint32(r) & indexMask }
func (r stealRange) exp() int      { return int(r >> expShift & expMask) }
func (r stealRange) length() int32 { return 1 << r.exp() }

// changed is what follows r.
func (r stealRange) changed(maker stealRange, exp int, top uint32) stealRange {
	return r&tagMask + tagUnit | maker | stealRange(exp)<<expShift | stealRange(top&indexMask)
}

// robbed is what a thief that takes k of n items leaves behind. While a range of
// L ≥ 2 that the owner made is in place the deque has 2L to 4L items, whatever
// bottom the thief has read, so L/2 is right. One that a thief made outlives a
// single removal by the owner, so there n is good enough.
func (r stealRange) robbed(n, k int32) stealRange {
	exp := bits.Len32(uint32(n)) - 3
	if r&ownerMade != 0 {
		exp = r.exp() - 1
	}
	return r.changed(thiefMade, max(0, exp), r.top()+uint32(k))
}

// distance is how far index x lies beyond y: -1 while the owner looks at an item
// that was stolen.
func distance(x, y uint32) int32 { return int32((x-y)<<6) >> 6 }

// grownExp is the range's exp for n ≥ 1 items, if more are to come: 2^exp is
// over n/4 and at most n/2.
func grownExp(n int32) int { return max(0, bits.Len32(uint32(n))-2) }

// shrunkExp is the same before one of n is popped: half of those that remain.
func shrunkExp(n int32) int { return max(0, bits.Len32(uint32(n-1))-2) }
