package sched

import (
	"runtime"
	"time"

	"github.com/skua-go/skua/internal/park"
)

// Fix makes n workers the number that may run, from now on.
func (p *Pool) Fix(n int) { p.resize(n, true) }

// lookAgain is how often a pool looks at GOMAXPROCS while anything is inside: a loop may last for hours, and
// Go's runtime changes the number with the limits of a container.
const lookAgain = time.Second

// keepUp makes the pool keep up with GOMAXPROCS as long as anything is inside, if its size is not fixed. In
// a bubble of testing/synctest the clock would jump from look to look. For a call that has come in.
func (p *Pool) keepUp() {
	// ORDER: by CAS, so that one timer runs at a time; after the call has been counted as inside.
	if p.looking.Load() || !p.follows.Load() || p.bubbled || p.Watch.Director != nil || !p.looking.CompareAndSwap(false, true) {
		return
	}
	park.Later(lookAgain, func() (next time.Duration) {
		p.follow()
		if p.occupied() {
			return lookAgain
		}
		// ORDER: the flag, then the look; a call that comes in does it the other way round.
		p.looking.Store(false)
		if p.occupied() && p.looking.CompareAndSwap(false, true) {
			return lookAgain
		}
		return 0
	})
}

// follow keeps up with GOMAXPROCS if the pool's size is not fixed.
func (p *Pool) follow() {
	if p.follows.Load() {
		if n := runtime.GOMAXPROCS(0); n != p.Workers() {
			p.resize(n, false)
		}
	}
}

func (p *Pool) resize(n int, fix bool) {
	p.Mu.Lock()
	grow, other := 0, false
	if fix || p.follows.Load() {
		other = n != p.Workers()
		grow = p.Resize(n)
		p.follows.Store(!fix) // ORDER: under mu; a reader without it may see the change one call late
		p.Sleep.Grant(grow)
	}
	p.Mu.Unlock()
	if !other {
		return
	}
	p.Watch.Resize(n)
	p.Sleep.Offer(grow)
	p.Owe(-grow)
	p.Ask()
}
