package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/internal/watch"
)

// A resident is a worker with a goroutine of its own, on which all of this runs.
type resident struct {
	*crew.Worker
	pool *Pool
}

// Resume lets a resident begin, or go on after a task has ended its goroutine.
func (p *Pool) Resume(w *crew.Worker) { p.Watch.Director.Go((&resident{w, p}).live) }

// live is a resident's goroutine.
//
// NOT: a function between this one and the work, or between it and the goroutine's start. All
// are lines of every profile, below what a thief runs.
func (r *resident) live() {
	r.SettleIn()
	for l, ok := r.next(); ok; l, ok = r.next() {
		l.Run(r.Worker)
	}
	r.end()
}

// next returns what a resident runs next. False means that it ends, without a token.
func (r *resident) next() (l crew.Loot, ok bool) {
	if r.pool.Watch.Steals.Replays() {
		var follows bool
		if l, ok, follows = r.nextHanded(); follows {
			return l, ok
		}
	}
	if r.Segments > 0 || r.Tokenless { // else it was started with a token and a search
		if l, ok = r.Own.Next(); ok {
			r.Watch.Stole(nil)
			return l, true
		}
		if r.Tokenless || r.pool.Excess() {
			if !r.rest() {
				return l, false
			}
		} else if l, ok = r.glance(); ok {
			return l, true
		}
	}
	return r.find()
}

// glance looks at everything once before r is counted as a searcher, which it is if it finds nothing.
// Most steals follow the end of another task at once, and so change nothing of the word that all
// workers share (internal/sleep). No post was left to r, so it owes nobody a wake-up. It asks no owner for
// private work: a search does that.
func (r *resident) glance() (l crew.Loot, ok bool) {
	r.Watch.Tell(watch.Seek)
	if r.Dealt { // there is more, perhaps
		if l, ok = loop.Of(r.Worker).Wait(); ok {
			return l, true
		}
	}
	r.Crowd.Searching = max(r.Crowd.Searching, 1) // it need not look at everything
	if l, ok, _ = r.lookAround(false); !ok {
		r.Crowd.See(r.pool.Sleep.StartSearch(), r.pool.Workers())
	}
	return l, ok
}

// rest waits until r is a searcher with a token, which it has not. False means that r ends instead.
func (r *resident) rest() bool {
	r.Tidy()
	if r.enough() {
		return false
	}
	r.Watch.Tell(watch.Sleep)
	if !r.pool.Sleep.Rest(r.ID) {
		return false
	}
	r.Tokenless, r.Crowd.Searching = false, 0
	r.Watch.Tell(watch.Wake)
	return true
}

// reserve is how many residents beyond the pool's size may sleep, for the next functions that wait
// in Blocking and the next joins that wait for a thief: four for each worker, or some. Arbitrary.
//
// NOT: 16 for a pool of any size. In the virtual machine room (docs/machine-room.md) a tree on 64
// workers started a hundred residents, which ended a moment later, one after the other under the
// pool's lock. With one for each worker an unbalanced tree (uts) still started a thousand, and was 43.5
// times as fast as on one worker in place of 45.6.
func reserve(workers int) int { return max(16, 4*workers) }

// enough reports whether the pool has residents enough without the caller, which has nothing to do.
// Several that ask at once may all be told so: there are too few then until the next is started. In a
// bubble any that stays keeps the bubble from ending.
func (r *resident) enough() bool {
	n := r.pool.Workers()
	return r.pool.bubbled || int(r.pool.Residents.Load()) > n+reserve(n)
}

// end is a resident's last act. It holds no token.
func (r *resident) end() {
	p := r.pool
	r.Unbind()
	r.Watch.Line.Say(watch.Retire)
	r.Watch.Hush()
	p.Mu.Lock()
	full := p.Residents.Load() == sleep.MaxSleepers
	p.Residents.Add(-1) // ORDER: under mu; enough reads it without, and may be one late
	if !p.door.over() { // else no other resident comes, who would need the bed
		p.Sleep.Leave(r.ID)
		p.Remove(r.Worker)
	}
	closers := p.door.ended(p.Residents.Load())
	p.Mu.Unlock()
	if full {
		p.Sleep.RetryStart()
	}
	p.finish(false, closers)
}
