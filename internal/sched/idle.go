package sched

import (
	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/watch"
)

// rounds is how often a worker searches before it announces to sleep.
const rounds = 32 // as Rayon has it; not measured here

// askEvery is in how many of these rounds one asks for private work: at once, then
// about once in a microsecond, and once in all rounds if it lingers. To ask in every round would
// make each call that is shorter than a steal pay for a steal (docs/decisions/0010-short-calls.md).
const askEvery = 8

// find returns work for a searcher, which is busy then. It sleeps while there
// is none, and returns false when the worker is to end: its token is gone then.
func (p *Pool) find(w *crew.Worker) (crew.Loot, bool) {
	w.Watch.Tell(watch.Seek)
	s := beginSearch(w, clock.Now())
	woken := w.Segments == 0
	for ask := askEvery; ; {
		for k := range p.rounds() {
			if k > 0 {
				park.Yield()
				w.Watch.Seek()
			}
			if p.stopped.Load() {
				p.Sleep.ExitAndWakeNext()
				return crew.Loot{}, false
			}
			w.Watch.Point(watch.AtSearch)
			if w.Crowd.Searching == 0 || counts(k) {
				w.Crowd.See(p.Sleep.Searchers(), p.Workers())
			}
			l, ok, _ := p.lookAround(w, k%ask == 0)
			if !ok {
				l, ok = loop.Of(w).Wait()
			}
			if ok {
				s.finds(clock.Now)
				return p.found(w, l, woken), true
			}
		}
		ticks := p.Watch.Director == nil && !p.bubbled                                 // else the clock stands still
		if ticks && s.lingers(clock.Now(), p.warm.Load() > 0) && p.Sleep.Free() >= 0 { // else a guest runs beyond the tokens
			ask = rounds
			continue
		}
		if l, found, awake := p.sleepOn(w); found || !awake {
			return l, found
		}
		s.wakes(clock.Now())
		woken = true
		ask = askEvery
	}
}

// counts reports whether a searcher looks in round k at how many search: less and less often, since
// whoever begins or ends a search changes the word that says so. In the virtual machine room
// (docs/machine-room.md) a sort of 200,000 is 38 times as fast on 256 workers as on one, and 29 times
// if all look in each round (decision 0035).
func counts(k int) bool { return k > 0 && k&(k-1) == 0 }

// rounds returns how often a worker searches before it announces to sleep.
func (p *Pool) rounds() int {
	if p.Watch.Director != nil {
		return 1 // nothing comes while it looks
	}
	return rounds
}

// Warm runs f, and lets searchers linger meanwhile.
func (p *Pool) Warm(f func()) {
	p.warm.Add(1) // ORDER: none: a searcher that reads it late sleeps once, and is woken again
	defer p.warm.Add(-1)
	p.Sleep.Post()
	f()
}

// sleepOn is the way into sleep, as internal/sleep has it: announce, ask every
// owner for its private work, search everything once more, lie down. A worker that
// is not awake after that is to end.
func (p *Pool) sleepOn(w *crew.Worker) (l crew.Loot, found, awake bool) {
	announced := p.Sleep.AnnounceSleep()
	w.Crowd.Searching = 0
	p.Ask()
	l, found, again := p.lookAround(w, true)
	if found {
		return p.found(w, l, false), true, true
	}
	if again || p.stopped.Load() { // others were faster: so it may not sleep, and looks on as one of them
		return crew.Loot{}, false, true
	}
	w.Tidy()
	w.Count.Sleeps.Add(1)
	if p.enough() {
		return crew.Loot{}, false, !p.Sleep.Withdraw(announced)
	}
	w.Watch.Tell(watch.Sleep)
	if !p.Sleep.FallAsleep(w.ID, announced) {
		return crew.Loot{}, false, false
	}
	w.Watch.Tell(watch.Wake)
	return crew.Loot{}, false, true
}

// found makes a searcher busy. One that was woken for what it has found wakes others if there is more.
func (p *Pool) found(w *crew.Worker, l crew.Loot, woken bool) crew.Loot {
	if woken && l.More {
		p.Sleep.Fan()
	}
	if l.Shares && w.Watch.Notes == nil && p.Watch.Director == nil {
		w.Seeks = true // until others can steal of what it has found
	} else {
		p.EndSearch()
	}
	return l
}
