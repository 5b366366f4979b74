package sched

import (
	"runtime"
	"time"
)

// Fix makes n workers the number that may run, from now on.
func (p *Pool) Fix(n int) { p.resize(n, true) }

// lookAgain is how often a pool looks at GOMAXPROCS while anything is inside: a loop may last for hours, and
// Go's runtime changes the number with the limits of a container.
const lookAgain = time.Second

// keepUp makes the pool keep up with GOMAXPROCS as long as anything is inside, if its size is not fixed. In
// a bubble of testing/synctest the clock would jump from look to look. For a call that has come in.
func (p *Pool) keepUp() {
	if p.follows.Load() && !p.bubbled && p.Watch.Director == nil {
		p.looking.Start((*follower)(p))
	}
}

// follower is a pool that keeps up with GOMAXPROCS.
type follower Pool

func (f *follower) Begin() time.Duration { return lookAgain }

func (f *follower) Look() time.Duration {
	(*Pool)(f).follow()
	if !f.Lasts() {
		return 0
	}
	return lookAgain
}

func (f *follower) Lasts() bool { return (*Pool)(f).occupied() }

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
