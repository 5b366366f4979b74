package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/spawn"
	"github.com/skua-go/skua/internal/watch"
)

// In a pool that follows a steal schedule (internal/replay) nobody searches: a resident runs what it is
// handed. It has no token while it waits, and takes one beyond the pool's number for what it runs,
// so a resident never waits for a token. It begins when it is handed something for the first time.
// After a divergence it goes on as one that rests.

// Note gives the pool, which is new, the steal schedule that open returns; if open is nil, the
// environment's.
func (p *Pool) Note(open func() (*watch.Schedule, error)) error {
	r, err := p.Watch.Note(open, p.Workers())
	if r != nil {
		r.Start = func(n *watch.Notes) { p.born(n) }
		r.Return = p.takeBack
		p.Sleep.Stay() // each worker that begins has notes of its own
	}
	return err
}

// takeBack lets others have what was handed to a worker that will not take it: the schedule is not
// followed any more.
func (p *Pool) takeBack(item any) {
	l := item.(crew.Loot)
	if t, ok := l.Work.(*spawn.Task); ok {
		t.Return()
		return
	}
	p.born(p.Watch.Steals.Rest(l))
}

// nextHanded is next for a resident of a pool that follows a schedule, or did. It reports false if
// the resident goes on as others do.
func (r *resident) nextHanded() (l crew.Loot, ok, follows bool) {
	item, over := r.Watch.Notes.Rest(), false
	if item == nil {
		if !r.pool.Watch.Steals.Follows() {
			return l, false, false
		}
		if !r.Tokenless {
			r.pool.YieldToken()
			r.Tokenless = true
		}
		if item, over = r.Watch.Notes.Next(r.Tidy); item == nil {
			return l, false, over
		}
	}
	r.pool.Sleep.TakeToken()
	r.Tokenless = false
	return item.(crew.Loot), true, true
}

// A call comes into the pool: to wait for a scope that is inside already, or for something new. By a
// steal schedule it has a name; in a pool that follows one, the notes of its guest too.
type call struct {
	waits bool
	gone  bool // by the schedule it does not come in
	at    watch.Place
	guest *watch.Notes
}

// called counts a call that is about to come in.
func (p *Pool) called(waits bool) call {
	c := call{waits: waits}
	if p.Watch.Steals == nil {
		return c
	}
	var takes []*watch.Take
	if c.at, takes = p.Event(watch.TakeCall, nil); p.Watch.Steals.Replays() {
		c.guest, c.gone = p.Watch.Steals.Caller(c.at, takes, waits)
	}
	return c
}

// begins tells that the call begins, as the guest w.
func (c *call) begins(w *crew.Worker) {
	var around *watch.Worker
	if w.Around != nil {
		around = &w.Around.Watch
	}
	w.Watch.Enter(around)
	if w.Watch.Notes != nil {
		w.Watch.Notes.Begin(watch.Take{Kind: watch.TakeCall, From: c.at})
	}
}

// ended reports whether the context of a call's own job has ended.
func ended(job *crew.Job) bool { return job != nil && job.Cause() != nil }
