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
func (r *resident) find() (crew.Loot, bool) {
	p := r.pool
	r.Watch.Tell(watch.Seek)
	r.Search.Begin(clock.Now())
	woken, n := r.Segments == 0, rounds
	if p.Watch.Director != nil {
		n = 1 // nothing comes while it looks
	}
	for ask := askEvery; ; {
		for k := range n {
			if k > 0 {
				park.Yield()
				r.Watch.Seek()
			}
			if p.stopped.Load() {
				p.Sleep.ExitAndWakeNext()
				return crew.Loot{}, false
			}
			r.Watch.Point(watch.AtSearch)
			if r.Crowd.Searching == 0 || counts(k) {
				searching, _ := p.Sleep.Now()
				r.Crowd.See(searching, p.Workers())
			}
			l, ok, _ := r.lookAround(k%ask == 0)
			if !ok {
				l, ok = loop.Of(r.Worker).Wait()
			}
			if ok {
				r.Search.Found(clock.Now)
				return r.found(l, woken), true
			}
		}
		ticks := p.Watch.Director == nil && !p.bubbled                                        // else the clock stands still
		if ticks && r.Search.Lingers(clock.Now(), p.warm.Load() > 0) && p.Sleep.Free() >= 0 { // else a guest runs beyond the tokens
			ask = rounds
			continue
		}
		if l, found, awake := r.sleepOn(); found || !awake {
			return l, found
		}
		streak := &p.Streak
		// ORDER: none: it only says for how long to search.
		r.Search.Woken(clock.Now(), streak.Load() && streak.CompareAndSwap(true, false))
		woken = true
		ask = askEvery
	}
}

// lookAround looks at the other workers' work, beginning at a random one, then at the injector. In
// a crowd it leaves some out (internal/policy), but not before a sleep. again reports
// whether another try may find some. If it asks, every stack that has nothing public is requested
// to give something: by one of those that search, whoever that is, and not by each.
//
// NOT: a fixed number of workers for each look, before one that is about to sleep looks at all. In the
// virtual machine room (docs/machine-room.md), on 64 workers, no program was faster, and uts was slower.
func (r *resident) lookAround(ask bool) (l crew.Loot, ok, again bool) {
	all := r.pool.All.Entries()
	first := int(r.Random.Next() >> 33 % uint64(len(all)))
	for k := range all {
		at := (first + k) % len(all)
		v := all[at].Load()
		if v == nil || v == r.Worker {
			continue
		}
		r.Count.Tried++
		l, ok, more := r.StealFrom(v, ask && !r.Crowd.RefrainsFromAsking(&r.Random))
		if ok {
			r.Count.Stole()
			r.Dealt = false
			r.Watch.Stole(&v.Watch)
			return l, true, false
		}
		again = again || more
	}
	if l, ok = r.Own.Injected(); ok {
		r.Watch.Stole(nil)
		again = false
	}
	return l, ok, again
}

// counts reports whether a searcher looks in round k at how many search: less and less often, since
// whoever begins or ends a search changes the word that says so. In the virtual machine room
// (docs/machine-room.md) a sort of 200,000 is 38 times as fast on 256 workers as on one, and 29 times
// if all look in each round (decision 0035).
func counts(k int) bool { return k > 0 && k&(k-1) == 0 }

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
func (r *resident) sleepOn() (l crew.Loot, found, awake bool) {
	p := r.pool
	announced := p.Sleep.AnnounceSleep()
	r.Crowd.Searching = 0
	p.Ask()
	l, found, again := r.lookAround(true)
	if found {
		return r.found(l, false), true, true
	}
	if again || p.stopped.Load() { // others were faster: so it may not sleep, and looks on as one of them
		return crew.Loot{}, false, true
	}
	r.Tidy()
	r.Count.Sleeps.Add(1)
	if r.enough() {
		return crew.Loot{}, false, !p.Sleep.Withdraw(announced)
	}
	r.Watch.Tell(watch.Sleep)
	if !p.Sleep.FallAsleep(r.ID, announced) {
		return crew.Loot{}, false, false
	}
	r.Watch.Tell(watch.Wake)
	return crew.Loot{}, false, true
}

// found makes a searcher busy. One that was woken for what it has found wakes others if there is more.
func (r *resident) found(l crew.Loot, woken bool) crew.Loot {
	if woken && l.More {
		r.pool.Sleep.Fan()
	}
	if l.Shares && r.Watch.Notes == nil && r.pool.Watch.Director == nil {
		r.Seeks = true // until others can steal of what it has found
	} else {
		r.pool.EndSearch()
	}
	return l
}
