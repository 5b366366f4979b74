package sleep

// word is the one machine word that all sides of the protocol change, by CAS or by one addition:
//
//	bits 63..36  jec        jobs event counter: even = a worker announced to sleep,
//	                        odd = work was posted since; overflow drops off the top
//	bits 35..24  searching  workers that are awake and look for work
//	bit  23      starved    work was posted and nobody could be woken for it
//	bits 22..0   free       tokens that nobody holds, stored plus 2²²; below zero while
//	                        callers overdraw, by 2²² at most: there is no memory for more
type word uint64

const (
	jecBits     = 28
	oneJEC      = word(1) << 36
	oneSearcher = word(1) << 24
	oneFree     = word(1)
	starved     = word(1) << 23
	freeMask    = starved - 1
	freeBias    = 1 << 22
)

func newWord(tokens int) word { return word(freeBias + tokens) }

func (w word) jec() uint32     { return uint32(w/oneJEC) & (1<<jecBits - 1) }
func (w word) announced() bool { return w.jec()&1 == 0 }
func (w word) searching() int  { return int(w / oneSearcher & (1<<12 - 1)) }
func (w word) starved() bool   { return w&starved != 0 }
func (w word) free() int       { return int(w&freeMask) - freeBias }

func (w word) addFree(n int) word {
	return w&^freeMask | word(int(w&freeMask)+n)&freeMask
}

// toSearcher makes a free token that of one more searcher; fromSearcher is its inverse.
func (w word) toSearcher() word   { return w.addFree(-1) + oneSearcher }
func (w word) fromSearcher() word { return w.addFree(1) - oneSearcher }

// endSearch turns a searcher to busy. If it was the last and no token is free, work that was posted
// meanwhile waits for the next token that is given back.
func (w word) endSearch() word {
	if w.searching() == 1 && w.free() <= 0 {
		w |= starved
	}
	return w - oneSearcher
}
