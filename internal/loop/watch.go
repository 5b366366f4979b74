package loop

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// Loops that somebody watches (internal/watch).
//
// A range is taken and named under the schedule's lock, and a part is filled and named under it:
// so the name that a thief reads is that of what it has taken.

// noted is what a steal schedule counts of a loop.
type noted struct {
	event int64       // the loop's number among the events of its maker's take
	turns watch.Turns // of thieves, if Workers > 0
}

// tellLoop tells those who watch that the loop begins of which p is the maker's part. Nobody has seen it yet.
func (p *Part) tellLoop() {
	l, w := p.loop, &p.worker.Watch
	l.number = p.watch.Begin(w, &p.on.sites, l.Kind, l.From, l.To, l.Workers)
	if w.Notes != nil {
		name, takes := w.Notes.Event(watch.TakeRange)
		p.filled, l.event = name, name.Event
		p.hand(takes)
	}
}

// hand cuts off what thieves take of the part by the steal schedule, and gives it to them. The part was
// just filled.
func (p *Part) hand(takes []*watch.Take) {
	for _, t := range takes {
		if !p.cursor.Cut(t.Lo, t.Hi) {
			p.worker.Watch.Notes.Diverge(t, "these are not the last indices that are left there")
			return
		}
		if p.loop.Workers > 0 { // the schedule has an order of its own for who may enter
			p.loop.room.Add(-1) // ORDER: before it is handed over, after which leave adds it
		}
		p.worker.Crew.Watch.Steals.Hand(t, crew.Loot{Work: (*share)(p.loop), Lo: t.Lo, Hi: t.Hi})
	}
}

// stealHalf takes half of what is left for the thief, and notes for it what that is. In a pool that follows a
// schedule, or did until a divergence, no lock protects filled, and nobody uses the names.
func (p *Part) stealHalf(thief *crew.Worker) (lo, hi int, ok bool) {
	n := thief.Watch.Notes
	if n == nil || n.Pool().Replays() {
		return p.cursor.Steal()
	}
	n.Took(func() bool {
		if lo, hi, ok = p.cursor.Steal(); ok {
			Of(thief).taken = watch.Take{From: p.filled, After: p.loop.turns.Ended()}
		}
		return ok
	})
	return lo, hi, ok
}

// fillNamed fills the part with [lo, hi), names that for those who take of it, and hands over what thieves
// take of it.
func (p *Part) fillNamed(n *watch.Notes, lo, hi int) {
	var name watch.Place
	var takes []*watch.Take
	if p == &p.loop.first {
		name, takes = n.More(p.on.take(lo, hi))
	} else {
		name, takes = n.Filled()
	}
	n.Took(func() bool {
		p.filled = name
		p.cursor.Fill(lo, hi)
		return true
	})
	p.hand(takes)
}

// take returns what the worker has stolen last, which was [lo, hi): with its name, unless a schedule is
// followed.
func (c *Loops) take(lo, hi int) watch.Take {
	t := c.taken
	t.Kind, t.Lo, t.Hi = watch.TakeRange, lo, hi
	return t
}

// limited returns the turns of the loop's thieves; nil if any number may run.
func (l *Loop) limited() *watch.Turns {
	if l.Workers == 0 {
		return nil
	}
	return &l.turns
}

// thieves is how many thieves may run at a time in a limited loop: the maker is one of its workers.
func (l *Loop) thieves() int { return max(1, l.Workers-1) }

// refillHanded is refill by a steal schedule. It reports false if that is not followed any more.
func (p *Part) refillHanded() (more, known bool) {
	loot, ok := p.handed(func(last bool) bool { return last || p.loop.left.Load() == 0 || p.loop.stopped.Load() })
	if !ok {
		return false, p.worker.Watch.Follows()
	}
	p.on.taken = watch.Take{}
	return p.goOn(loot.Lo, loot.Hi), true
}

// handed waits for the maker's next take of its own loop, until that is over.
func (p *Part) handed(over func(last bool) bool) (l crew.Loot, ok bool) {
	if l, ok = crew.Handed(p.worker, func(of crew.Work) bool { return of == crew.Work((*share)(p.loop)) }, over); ok {
		p.loop.leave() // the maker needs no room
	}
	return l, ok
}

// dropHanded is called before the maker waits. What it would have done in a loop that has stopped does not
// come. What was handed to the maker counts as over then, since nobody else can have it; in a loop that has
// not stopped the maker has taken everything.
func (p *Part) dropHanded() {
	l, n := p.loop, p.worker.Watch.Notes
	switch {
	case p.worker.Stopped():
		n.Skip(0)
	case l.stopped.Load():
		n.Skip(l.event)
	}
	for {
		loot, ok := p.handed(func(last bool) bool { return last || l.left.Load() == 0 })
		if !ok {
			return
		}
		_, takes := n.More(watch.Take{Kind: watch.TakeRange, Lo: loot.Lo, Hi: loot.Hi})
		n.Void(takes)
		l.over = l.left.Add(int64(loot.Lo-loot.Hi)) == 0 // ORDER: none: the maker itself is the one that waits for 0
		n.Pool().Changed()
	}
}

// reached returns where the part's present chunk ends.
func (p *Part) reached() int {
	_, end := p.cursor.Reserved()
	return end
}
