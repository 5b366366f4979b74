package sched

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/park"
)

// Admit lets a scope's first task in, unless the pool is closed and neither the scope was
// made by something that is inside already nor the task is spawned by such.
func (p *Pool) Admit(child bool) bool {
	apart.Hide()
	p.Mu.Lock()
	admitted := p.door.admit(child, p.Within)
	p.Mu.Unlock()
	apart.Show()
	p.guard()
	return admitted
}

// Dismiss is the end of a scope's last task.
func (p *Pool) Dismiss() {
	apart.Hide()
	p.Mu.Lock()
	none, over := p.door.count()
	p.Mu.Unlock()
	apart.Show()
	if over {
		p.Mu.Lock()
		closers := p.door.ended(p.Residents.Load())
		p.Mu.Unlock()
		p.finish(true, closers)
	}
	if none {
		p.Watch.Left()
	}
}

// dismiss is the end of a call, for a caller that holds the lock; it lets go of it.
func (p *Pool) dismiss() {
	none, over := p.door.count()
	closers := p.door.ended(p.Residents.Load())
	p.Mu.Unlock()
	p.finish(over, closers)
	if none {
		p.Watch.Left()
	}
}

// Close refuses new calls, waits until those inside have ended and every
// resident has, too. A second call waits in the same way.
func (p *Pool) Close() {
	me := park.New()
	p.Mu.Lock()
	p.door.closed = true
	p.door.closers = append(p.door.closers, me)
	over, closers := p.door.over(), p.door.ended(p.Residents.Load())
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
	return p.door.inside > 0
}

// closing reports whether Close was called.
func (p *Pool) closing() bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.door.closed
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
