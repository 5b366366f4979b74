package forecast

import (
	"math"
	"math/bits"
)

// A playerSet is a set of players: a bit for each.
type playerSet []uint64

func (b playerSet) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b playerSet) clear(i int)    { b[i/64] &^= 1 << (i % 64) }
func (b playerSet) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

// fill adds all of [lo, hi).
func (b playerSet) fill(lo, hi int) {
	for ; lo < hi; lo = (lo/64 + 1) * 64 {
		word := uint64(math.MaxUint64) << (lo % 64)
		if hi-lo/64*64 < 64 {
			word &= 1<<(hi%64) - 1
		}
		b[lo/64] |= word
	}
}

// put adds i or removes it, and reports whether it is new.
func (b playerSet) put(i int, in bool) (added bool) {
	was := b.has(i)
	if in {
		b.set(i)
	} else {
		b.clear(i)
	}
	return in && !was
}

// from returns the first member in [lo, hi), or none.
func (b playerSet) from(lo, hi int) int {
	for lo < hi {
		if word := b[lo/64] >> (lo % 64); word != 0 {
			if lo += bits.TrailingZeros64(word); lo < hi {
				return lo
			}
			return none
		}
		lo = (lo/64 + 1) * 64
	}
	return none
}

// round returns the first member at or after i on the way round n players, and how many
// come before it; or none and n.
func (b playerSet) round(i, n int) (member, before int) {
	if member = b.from(i, n); member != none {
		return member, member - i
	}
	if member = b.from(0, i); member != none {
		return member, n - i + member
	}
	return none, n
}
