package sched

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/park"
)

// Admit lets a scope's first task in, unless the pool is closed and neither the scope was
// made by something that is inside already nor the task is spawned by such. In race builds neither
// this nor Dismiss is an order that the race detector sees (internal/apart): scopes of parallel tasks
// have nothing to do with each other. So it looks into none of the functions that count.
func (p *Pool) Admit(child bool) bool {
	apart.Hide()
	p.Mu.Lock()
	admitted := p.admit(child)
	p.Mu.Unlock()
	apart.Show()
	p.guard()
	return admitted
}

// admit counts a call or a scope as inside, unless nothing may come in any more, or the
// pool is closed and it is not for something that is inside already: child says so of it.
// When the pool is over that can only seem so: the task that made the scope has ended, or
// the tasks for which the call comes. Under mu.
//
//go:norace
func (p *Pool) admit(child bool) bool {
	if p.over() || p.closed && !child && !p.Within() {
		return false
	}
	p.inside++
	p.checkAdmitted()
	return true
}

// Dismiss is the end of a scope's last task.
func (p *Pool) Dismiss() {
	apart.Hide()
	p.Mu.Lock()
	none, over := p.count()
	p.Mu.Unlock()
	apart.Show()
	if over {
		p.Mu.Lock()
		closers := p.ended()
		p.Mu.Unlock()
		p.finish(true, closers)
	}
	if none {
		p.Watch.Left()
	}
}

// dismiss is the end of a call, for a caller that holds the lock; it lets go of it.
func (p *Pool) dismiss() {
	none, over := p.count()
	closers := p.ended()
	p.Mu.Unlock()
	p.finish(over, closers)
	if none {
		p.Watch.Left()
	}
}

// count counts one as ended, and reports whether none is inside, and whether the pool is over. Under mu.
//
//go:norace
func (p *Pool) count() (none, over bool) {
	p.inside--
	p.checkInside()
	return p.inside == 0, p.over()
}

// Close refuses new calls, waits until those inside have ended and every
// resident has, too. A second call waits in the same way.
func (p *Pool) Close() {
	me := park.New()
	p.Mu.Lock()
	p.closed = true
	p.closers = append(p.closers, me)
	over, closers := p.over(), p.ended()
	p.Mu.Unlock()
	p.finish(over, closers)
	p.Line.Close() // after closed is set: a call that has got a seat before this sees it
	p.Watch.Steals.Changed()
	me.Park()
	p.Turns.Ended.Acquire()
	p.Turns.Forget()
}

// Over reports whether the pool is closed and nothing is inside any more.
func (p *Pool) Over() bool { return p.stopped.Load() }

// occupied reports whether anything is inside.
func (p *Pool) occupied() bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.inside > 0
}

// closing reports whether Close was called.
func (p *Pool) closing() bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.closed
}

// over reports whether nothing is inside and nothing can come. Under mu.
//
//go:norace
func (p *Pool) over() bool { return p.closed && p.inside == 0 }

// ended returns the closers to wake if the last resident is gone too: none can
// start once the pool is over. Under mu.
func (p *Pool) ended() (closers []*park.Parker) {
	if p.over() && p.Residents.Load() == 0 {
		closers, p.closers = p.closers, nil
	}
	p.checkClosers(len(closers))
	return closers
}

func (p *Pool) finish(over bool, closers []*park.Parker) {
	if over {
		p.stop()
	}
	for _, c := range closers {
		c.Unpark()
	}
}

// stop ends the residents. Each that ends wakes another that sleeps.
func (p *Pool) stop() {
	// ORDER: before the events counter moves; a worker looks at stopped after
	// it announced, so it sees it or does not fall asleep.
	p.stopped.Store(true)
	p.Watch.Steals.Stop()
	p.Sleep.Post()
	p.Sleep.TakeToken()
	p.Sleep.StartSearch()
	p.Sleep.ExitAndWakeNext()
}
