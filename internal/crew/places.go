package crew

import "sync/atomic"

// places is how many may run: as many as the pool has workers, or as it has callers inside, if
// these are more. A caller counts from Come to Go, also in Blocking, unless its goroutine has a token of the
// pool already, or had one that Blocking has given away: else one goroutine would count twice.
//
//	A1  Both numbers are in one word, and each change is one CAS or one addition to it. So it knows the
//	    other number, and what it changes of the larger; two changes of the larger add up.
type places struct{ atomic.Uint64 } // workers, in the upper half; callers

func (p *places) now() (workers, callers int) { return halves(p.Load()) }

func halves(word uint64) (workers, callers int) { return int(word >> 32), int(uint32(word)) }

// resize makes workers the first number, and returns how many more may run.
func (p *places) resize(workers int) (grow int) {
	for {
		// ORDER: against the additions of Come and Go (A1). The tokens of a change move after it.
		old := p.Load()
		was, callers := halves(old)
		if p.CompareAndSwap(old, uint64(workers)<<32|uint64(callers)) {
			return max(workers, callers) - max(was, callers)
		}
	}
}

// Come gets w, the guest of a call that comes in, a token without waiting, unless w's goroutine has one as
// another worker of the pool: then it is in a task that called from inside as if from outside. A call from
// a function in Blocking takes the place again that its goroutine has given up. Any other is one caller
// more: if callers are now more than workers it has brought the token with it. If residents
// hold all tokens, one of them gives its up when its task ends.
func (w *Worker) Come() {
	c := w.Crew
	if w.Outer != nil {
		return
	}
	if !w.Around.within(c) {
		// ORDER: against that of another caller and the CAS of resize (A1).
		if workers, callers := halves(c.places.Add(1)); callers > workers {
			c.Sleep.Bring()
			return
		}
	}
	c.TakeToken()
}

// Go ends what Come began: the caller takes the token with it, or gives it to a worker that can use it.
func (w *Worker) Go() {
	c := w.Crew
	if w.Outer != nil {
		return
	}
	if !w.Around.within(c) {
		// ORDER: against that of another caller and the CAS of resize (A1).
		if workers, callers := halves(c.places.Add(^uint64(0))); callers >= workers {
			c.Sleep.Drop()
			return
		}
	}
	c.YieldToken()
}
