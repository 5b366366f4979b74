package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/internal/spawn"
)

// In a pool that follows a recording (internal/replay) nobody searches: a resident runs what it is
// handed. It has no token while it waits, and takes one beyond the pool's number for what it runs,
// so a resident never waits for a token. It begins when it is handed something for the first time.
// After a divergence it goes on as one that rests.

// Note lets the pool, which is new, be recorded or follow a recording; r may be nil.
func (p *Pool) Note(r *replay.Pool) {
	if r == nil {
		return
	}
	r.Start = func(n *replay.Notes) { p.startNoted(n) }
	r.Return = p.takeBack
	p.Replay = r
	p.Sleep.Stay() // each worker that begins has notes of its own
}

// replays reports whether the pool follows a recording.
func (p *Pool) replays() bool { return p.Replay != nil && p.Replay.Follows() }

// startNoted begins a resident with these notes, which has neither a token nor a search.
func (p *Pool) startNoted(n *replay.Notes) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if p.over() || p.living.Load() >= sleep.MaxSleepers {
		return
	}
	w := p.newWorker(p.bed(), n)
	w.Tokenless = true
	p.Sleep.Register(w.ID, w.Parker)
	p.living.Add(1) // ORDER: under mu; enough reads it without, and may be one late
	p.checkBeds()
	p.Resume(w)
}

// takeBack lets others have what was handed to a worker that will not take it: the recording is not
// followed any more.
func (p *Pool) takeBack(item any) {
	l := item.(crew.Loot)
	if t, ok := l.Work.(*spawn.Task); ok {
		t.Return()
		return
	}
	p.startNoted(p.Replay.Rest(l))
}

// nextNoted is next for a resident of a pool that follows a recording, or did. It reports false if
// the resident goes on as others do.
func (p *Pool) nextNoted(w *crew.Worker) (l crew.Loot, ok, follows bool) {
	if item := w.Notes.Rest(); item != nil {
		p.Sleep.TakeToken()
		w.Tokenless = false
		return item.(crew.Loot), true, true
	}
	if !p.replays() {
		return l, false, false
	}
	if !w.Tokenless {
		p.YieldToken()
		w.Tokenless = true
	}
	item, over := w.Notes.Next(w.Tidy)
	switch {
	case over:
		return l, false, true
	case item == nil:
		return l, false, false
	}
	p.Sleep.TakeToken()
	w.Tokenless = false
	return item.(crew.Loot), true, true
}

// A call comes into the pool: to wait for a scope that is inside already, or for something new. In
// a pool that is recorded it has a place; in one that follows a recording, the notes of its guest
// too.
type call struct {
	waits bool
	gone  bool // by the recording it does not come in
	at    replay.Place
	guest *replay.Notes
}

// called counts a call that is about to come in.
func (p *Pool) called(waits bool) call {
	c := call{waits: waits}
	if p.Replay == nil {
		return c
	}
	var takes []*replay.Take
	if c.at, takes = p.Event(replay.Call, nil); p.Replay.Replays() {
		c.guest, c.gone = p.Replay.Caller(c.at, takes, waits)
	}
	return c
}

// ended reports whether the context of a call's own job has ended.
func ended(job *crew.Job) bool { return job != nil && job.Cause() != nil }

// noteGone notes that a call did not come in: what it had to do was over, or the pool is closed.
func (p *Pool) noteGone(c call) {
	if p.Replay != nil {
		p.Replay.Gone(c.at)
	}
}

// noteCall notes that a call begins.
func noteCall(w *crew.Worker, c call) {
	if w.Notes != nil {
		w.Notes.Begin(replay.Take{Kind: replay.Call, From: c.at})
	}
}

// noteLeave notes that a call has ended, and how.
func noteLeave(w *crew.Worker, f *crew.Failure) {
	if w.Notes != nil {
		w.Notes.End(replay.Running{}, f != nil, w.Stopped())
	}
}
