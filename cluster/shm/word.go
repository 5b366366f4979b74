package shm

import "math"

// word is the truth about a task; it lies in the task's own slot and is changed by
// compare-and-swap only, but for free → queued and done → free, which are the arena's.
//
//	bits 63..36  gen       one more each time that the slot is freed
//	bits 35..30  attempts  how often the task was claimed; stays at 63
//	bits 29..27  state
//	bits 26..0   label     whose it is, while queued or claimed; where the result is, once done
type word uint64

const (
	free    = iota // the slot is its arena's
	queued         // may be claimed by anybody
	claimed        // the labelled incarnation runs it
	done           // the result is there, for the arena's member
)

const (
	genBits     = 28
	genMask     = 1<<genBits - 1
	maxAttempts = 63
	incMask     = 1<<20 - 1
	placeMask   = 1<<7 - 1
)

// label names an incarnation of a place: bits 26..7 the incarnation, bits 6..0 the place.
// In a word that is done the upper part is the block of the result instead; 0: the slot.
type label uint32

func labelOf(place int, upper uint32) label {
	return label(upper&incMask)<<7 | label(place&placeMask)
}

func (l label) place() int          { return int(l & placeMask) }
func (l label) incarnation() uint32 { return uint32(l) >> 7 }
func (l label) block() uint32       { return uint32(l) >> 7 }

func makeWord(gen uint32, attempts, state int, l label) word {
	return word(uint64(gen&genMask)<<36 | uint64(attempts)<<30 | uint64(state)<<27 | uint64(l))
}

func (w word) gen() uint32   { return uint32(w >> 36) }
func (w word) attempts() int { return int(w >> 30 & maxAttempts) }
func (w word) state() int    { return int(w >> 27 & 7) }
func (w word) label() label  { return label(w & (1<<27 - 1)) }

// queuedFor is w as a task of l that waits.
func (w word) queuedFor(l label) word { return makeWord(w.gen(), w.attempts(), queued, l) }

// claimedBy is w as a task that l runs, one attempt later.
func (w word) claimedBy(l label) word {
	return makeWord(w.gen(), min(w.attempts()+1, maxAttempts), claimed, l)
}

// doneIn is w with its result in a block of a place.
func (w word) doneIn(place int, block uint32) word {
	return makeWord(w.gen(), w.attempts(), done, labelOf(place, block))
}

// freed is w after its result was used.
func (w word) freed() word { return makeWord(w.gen()+1, 0, free, 0) }

// hint names a task in a deque. It is never trusted, only tried: the word decides.
type hint uint64

func hintOf(w word, task int) hint { return hint(uint64(w.gen())<<32 | uint64(task)) }
func (h hint) gen() uint32         { return uint32(h >> 32) }
func (h hint) task() int           { return int(uint64(h) & math.MaxUint32) }
