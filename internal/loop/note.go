package loop

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/replay"
)

// While the steal schedule is recorded or followed, the pieces in which a loop is run must not
// depend on how long they take. So a loop without a grain gets one: chunks then are of as many
// indices, and never cut.
//
// A range is taken and named under the recording's lock, and a part is filled and named under it:
// so the name that a thief reads is that of what it has taken.

// units is into how many units a loop without a grain is cut. Arbitrary.
const units = 1024

// notedGrain is the grain of a loop that is noted.
func notedGrain(c LoopConfig) int {
	if c.Grain > 0 {
		return c.Grain
	}
	return max(1, (c.To-c.From)/units)
}

// noteBegin counts the loop, which nobody has seen yet.
func (p *Part) noteBegin() {
	place, takes := p.worker.Notes.Event(replay.Range)
	p.filled, p.loop.event = place, place.Event
	p.hand(takes)
}

// hand cuts off what thieves take of the part by the recording, and gives it to them. The part was
// just filled.
func (p *Part) hand(takes []*replay.Take) {
	for _, t := range takes {
		if !p.cursor.Cut(t.Lo, t.Hi) {
			p.worker.Notes.Diverge(t, "these are not the last indices that are left there")
			return
		}
		p.loop.takeRoom()
		p.worker.Crew.Replay.Hand(t, crew.Loot{Work: (*share)(p), Lo: t.Lo, Hi: t.Hi})
	}
}

// stealHalf takes half of what is left for the thief, and notes for it what that is. After a
// divergence from a recording nobody keeps the owner from naming its part meanwhile, and nobody
// wants the name.
func (p *Part) stealHalf(thief *crew.Worker) (lo, hi int, ok bool) {
	if thief.Notes == nil || thief.Notes.Pool().Replays() {
		return p.cursor.Steal()
	}
	thief.Notes.Took(func() bool {
		if lo, hi, ok = p.cursor.Steal(); ok {
			Of(thief).taken = replay.Take{
				Kind: replay.Range, From: p.filled, Lo: lo, Hi: hi, After: p.loop.turns.Ended(),
			}
		}
		return ok
	})
	return lo, hi, ok
}

// fillNoted fills the part with [lo, hi), under the name that name returns, and hands over what
// thieves take of it.
func (p *Part) fillNoted(lo, hi int, name func() (replay.Place, []*replay.Take)) {
	place, takes := name()
	p.worker.Notes.Took(func() bool {
		p.filled = place
		p.fillQuietly(lo, hi)
		return true
	})
	p.hand(takes)
	p.worker.Crew.Sleep.Post() // ORDER: after it can be found. A searcher that looked before may be asleep, as at fill
}

// noteMore names what the maker has taken for its own part.
func (p *Part) noteMore() (replay.Place, []*replay.Take) { return p.worker.Notes.More(p.on.taken) }

// noteTaken notes that the worker begins to run what it has taken: with a name, unless a recording
// is followed.
func (c *Loops) noteTaken(lo, hi int) replay.Running {
	t := c.taken
	t.Kind, t.Lo, t.Hi = replay.Range, lo, hi
	return c.worker.Notes.Begin(t)
}

// showNoted is the beginning of a thief's part.
func (p *Part) showNoted(lo, hi int) {
	l, n := p.loop, p.worker.Notes
	if l.Workers > 0 {
		n.Turn(&l.turns, func() int { return max(1, l.Workers-1) }) // the maker is one of them
	}
	p.show()
	p.fillNoted(lo, hi, n.Filled)
}

// noteEnd notes that w has run its part.
func (l *Loop) noteEnd(w *crew.Worker, outer replay.Running, cut bool) {
	w.Notes.End(outer, cut, w.Stopped() || l.stopped.Load())
	if l.Workers > 0 {
		l.turns.End(w.Notes.Pool()) // before the thief leaves its room, after which another may come that counts it
	}
}

// refillNoted is refill by a recording. It reports false if that is not followed any more.
func (p *Part) refillNoted() (more, known bool) {
	loot, ok := p.handed(func() bool { return p.loop.left.Load() == 0 || p.loop.stopped.Load() })
	if !ok {
		return false, p.worker.Follows()
	}
	p.on.taken = replay.Take{Kind: replay.Range, Lo: loot.Lo, Hi: loot.Hi}
	return p.goOn(loot.Lo, loot.Hi), true
}

// handed waits for the maker's next take of its own loop, until that is over.
func (p *Part) handed(over func() bool) (l crew.Loot, ok bool) {
	item := p.worker.Notes.NextIf(func(item any) bool {
		part, ok := item.(crew.Loot).Work.(*share)
		return ok && part.loop == p.loop
	}, over)
	if item == nil {
		return l, false
	}
	p.loop.leave() // the maker needs no room
	return item.(crew.Loot), true
}

// skipNoted is called before the maker waits: what it would have done in a loop that has stopped
// does not come.
func (p *Part) skipNoted() {
	switch w := p.worker; {
	case w.Stopped():
		w.Notes.Skip(0)
	case p.loop.stopped.Load():
		w.Notes.Skip(p.loop.event)
	}
}

// dropNoted counts as over what was handed to the maker of a loop that has stopped, since nobody
// else can. In a loop that has not, the maker has taken everything.
func (p *Part) dropNoted() {
	l, n := p.loop, p.worker.Notes
	for {
		loot, ok := p.handed(func() bool { return l.left.Load() == 0 })
		if !ok {
			return
		}
		_, takes := n.More(replay.Take{Kind: replay.Range, Lo: loot.Lo, Hi: loot.Hi})
		n.Void(takes)
		l.left.Add(int64(loot.Lo - loot.Hi)) // ORDER: none: the maker itself is the one that waits for 0
		n.Pool().Changed()
	}
}
