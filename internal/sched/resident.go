package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/watch"
)

// A resident is a worker with a goroutine of its own.
type resident crew.Worker

// Resume lets a resident begin, or go on after a task has ended its goroutine.
func (p *Pool) Resume(w *crew.Worker) { p.Watch.Director.Go((*resident)(w).live) }

// live is a resident's goroutine.
//
// NOT: a function between this one and the work, or between it and the goroutine's start. All
// are lines of every profile, below what a thief runs.
func (r *resident) live() {
	w := (*crew.Worker)(r)
	p := PoolOf(w)
	w.SettleIn()
	for l, ok := p.next(w); ok; l, ok = p.next(w) {
		l.Run(w)
	}
	p.end(w)
}

// next returns what a resident runs next. False means that it ends, without a token.
func (p *Pool) next(w *crew.Worker) (l crew.Loot, ok bool) {
	if p.Watch.Steals.Replays() {
		var follows bool
		if l, ok, follows = p.nextHanded(w); follows {
			return l, ok
		}
	}
	if w.Segments > 0 || w.Tokenless { // else it was started with a token and a search
		if l, ok = w.Own.Next(); ok {
			w.Watch.Stole(nil)
			return l, true
		}
		if w.Tokenless || p.Excess() {
			if !p.rest(w) {
				return l, false
			}
		} else if l, ok = p.glance(w); ok {
			return l, true
		}
	}
	return p.find(w)
}

// glance looks at everything once before w is counted as a searcher, which it is if it finds nothing.
// Most steals follow the end of another task at once, and so change nothing of the word that all
// workers share (internal/sleep). No post was left to w, so it owes nobody a wake-up. It asks for no
// private work: an owner that sees nobody search gives none.
func (p *Pool) glance(w *crew.Worker) (l crew.Loot, ok bool) {
	w.Watch.Tell(watch.Seek)
	if w.Dealt { // there is more, perhaps
		if l, ok = loop.Of(w).Wait(); ok {
			return l, true
		}
	}
	w.Crowd.Searching = max(w.Crowd.Searching, 1) // it need not look at everything
	if l, ok, _ = p.lookAround(w, false); !ok {
		w.Crowd.See(p.Sleep.StartSearch(), p.Workers())
	}
	return l, ok
}

// rest waits until w is a searcher with a token, which it has not. False means that w ends instead.
func (p *Pool) rest(w *crew.Worker) bool {
	w.Tidy()
	if p.enough() {
		return false
	}
	w.Watch.Tell(watch.Sleep)
	if !p.Sleep.Rest(w.ID) {
		return false
	}
	w.Tokenless, w.Crowd.Searching = false, 0
	w.Watch.Tell(watch.Wake)
	return true
}
