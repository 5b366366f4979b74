package sleep

// word is the one machine word that all sides of the protocol change by CAS:
//
//	bits 63..32  jec        jobs event counter: even = somebody announced to sleep,
//	                        odd = work was posted since; overflow drops off the top
//	bits 31..20  searching  workers that are awake and look for work
//	bit  19      starved    work was posted and nobody could be woken for it
//	bits 18..0   free       tokens that nobody holds, biased; below zero when guests overdrew
type word uint64

const (
	jecBits  = 32
	oneJEC   = word(1) << 32
	oneWho   = word(1) << 20
	starved  = word(1) << 19
	freeMask = starved - 1
	freeBias = 1 << 18
)

func newWord(tokens int) word { return word(freeBias + tokens) }

func (w word) jec() uint32     { return uint32(w>>32) & (1<<jecBits - 1) }
func (w word) announced() bool { return w.jec()&1 == 0 }
func (w word) searching() int  { return int(w >> 20 & (1<<12 - 1)) }
func (w word) starved() bool   { return w&starved != 0 }
func (w word) free() int       { return int(w&freeMask) - freeBias }
func (w word) addFree(n int) word {
	return w&^freeMask | word(int(w&freeMask)+n)&freeMask
}
func (w word) take() word { return w.addFree(-1) + oneWho }
func (w word) put() word  { return w.addFree(1) - oneWho }
