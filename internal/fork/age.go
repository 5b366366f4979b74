package fork

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// age is the word of a stack in which its owner and thieves agree on who has which frame:
// split<<32 | top. Its methods are anyone's, but for those whose comments say so.
type age struct{ word atomic.Uint64 }

// load reads the word.
func (a *age) load() (split, top uint32) {
	word := a.word.Load()
	return uint32(word >> 32), uint32(word)
}

// cas changes the word. Owner and thieves.
func (a *age) cas(split, top, newSplit, newTop uint32) bool {
	// ORDER: all claims, and all moves of split but renew's, are CASes of this word, so a
	// frame changes hands once; a claim reads the frame only after it. renew stores while
	// top == split, when no claim can succeed.
	return a.word.CompareAndSwap(uint64(split)<<32|uint64(top), uint64(newSplit)<<32|uint64(newTop))
}

// move makes i the split, or top if that is more already: no frame from there on can be claimed. It returns
// top. Owner only.
func (a *age) move(i uint32) (top uint32) {
	for {
		split, top := a.load()
		if to := max(i, top); to == split || a.cas(split, top, to, top) {
			return top
		}
	}
}

// renew moves split and top, which are the same, to frame i. Owner only.
func (a *age) renew(i uint32) {
	// ORDER: top == split before and after, so no claim can succeed meanwhile.
	a.word.Store(uint64(i)<<32 | uint64(i))
}

// claim tries to take the oldest public frame of a stack whose word was just seen. A thief, or watched.hand.
func (a *age) claim(split, top uint32) (frame uint32, ok, raced bool) {
	if top >= split {
		return 0, false, false
	}
	if !a.cas(split, top, split, top+1) {
		return 0, false, true
	}
	if invariant.Enabled {
		a.checkClaimed(top)
	}
	return top, true, false
}

// public returns how many frames are public.
func (a *age) public() uint32 {
	split, top := a.load()
	return max(split, top) - top
}

// checkClaimed panics if a thief's claim of a frame has moved top past split. The owner
// does not move split below that frame before the thief reports.
func (a *age) checkClaimed(frame uint32) {
	if split, top := a.load(); top > split || top <= frame {
		a.broken(fmt.Sprintf("frame %d was claimed (I2)", frame))
	}
}

func (a *age) broken(text string) {
	split, top := a.load()
	invariant.Fail(fmt.Sprintf("skua/fork: stack with split %d, top %d: %s", split, top, text))
}
