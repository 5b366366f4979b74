package park

import (
	"sync/atomic"
	"time"
)

// Lookout looks after something again and again for as long as that lasts, with one timer at a time:
//
//	who makes it last                the timer
//	1. makes it last                 1. look; go on while there is something
//	2. Start: nothing if on is set,  2. clear on
//	   else set it by CAS, and       3. if it lasts after all: set on by CAS, and go on
//	   start the timer
//
// "Nobody looks" (scenario Lookout): somebody makes it last and finds on set, and the timer ends. That
// cannot happen, since each writes before it reads what the other has written.
//
// The zero Lookout is ready. Safe for concurrent use.
type Lookout struct{ on atomic.Bool }

// A Looker is what a Lookout does.
type Looker interface {
	// Begin comes before the first look, and says when that is to be.
	Begin() (first time.Duration)
	// Look looks, and says when to look next; 0: there is nothing to look after.
	Look() (next time.Duration)
	// Lasts reports whether there is something to look after.
	Lasts() bool
}

// On reports whether somebody looks.
func (l *Lookout) On() bool { return l.on.Load() }

// Start lets l look after what lasts from now on, if it does not already. Never blocks.
func (l *Lookout) Start(at Looker) {
	// ORDER: after it lasts; the timer clears on, and then asks whether it lasts.
	if l.on.Load() || !l.on.CompareAndSwap(false, true) {
		return
	}
	Later(at.Begin(), func() (next time.Duration) {
		if next = at.Look(); next > 0 {
			return next
		}
		// ORDER: before it is asked what lasts; Start does it the other way round.
		if l.on.Store(false); at.Lasts() && l.on.CompareAndSwap(false, true) {
			return at.Begin()
		}
		return 0
	})
}
