package loop

import (
	"errors"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop/cost"
	"github.com/skua-go/skua/internal/loop/tray"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/watch"
)

// Loops are the loops that one worker runs, one inside the other. The chains of parts
// begin with the innermost and are linked by Part.outer.
//
//	N1  innermost is the part that the owner runs, or nil; only the owner changes it.
//	N2  part is innermost or lies outward of it: the first that is not hidden.
type Loops struct {
	worker    *crew.Worker
	part      atomic.Pointer[Part] // of the innermost loop that is not hidden: what thieves see
	asked     atomic.Bool          // a part was asked since the owner has looked at all
	_         pad.Line             // the owner writes what follows for each loop
	innermost atomic.Pointer[Part] // of all loops; other workers only ask it
	kept      *Part                // of the loop that was stolen from last
	looks     int                  // at empty parts since the worker stole one
	free      *Loop                // that no thief has seen
	sites     watch.Sites
	past      cost.Past
	next      uint       // the worker that is looked at first, to deal to
	taken     watch.Take // what was stolen last, if there is a steal schedule
	tray      tray.Tray[Loop]
}

// New returns the loops of a new worker.
func New(w *crew.Worker) *Loops { return &Loops{worker: w} }

// Of returns w's loops.
func Of(w *crew.Worker) *Loops { return w.Kinds[crew.Loops].(*Loops) }

// Ask requests the rest of all chunks that thieves may see. With all it asks the
// innermost loop also if it is hidden.
func (c *Loops) Ask(all bool) {
	for p := c.part.Load(); p != nil; p = p.outer {
		p.ask()
	}
	if !all {
		return
	}
	if p := c.innermost.Load(); p != nil {
		p.ask()
	}
}

// Answer gives the rest of a chunk back where a thief asks.
func (c *Loops) Answer() {
	if p := c.innermost.Load(); p != nil {
		p.answer()
	}
}

// Steal takes half of the outermost loop unless a frame is older. Whatever its last argument says, it
// asks the owner of a part that it finds empty again and again. If many search, most look away.
func (c *Loops) Steal(thief *crew.Worker, _ bool) (l crew.Loot, ok, again bool) {
	if thief.Crowd.LooksAway(&thief.Random) {
		return crew.Loot{}, false, false
	}
	p := c.outermost(Of(thief))
	if p == nil {
		return crew.Loot{}, false, false
	}
	if !p.younger() {
		if l, ok = p.stealFor(thief); ok {
			Of(thief).looks = 0
			return l, true, false
		}
	}
	return crew.Loot{}, false, true // the loop is worth another look
}

// outermost returns the outermost part that has something left and that one more worker
// may enter. The thief asks the other parts for the rest of their chunks.
func (c *Loops) outermost(thief *Loops) (found *Part) {
	for p := c.part.Load(); p != nil; p = p.outer {
		if p.cursor.Empty() {
			if thief.looks++; thief.looks > patience {
				p.ask()
			}
		} else if p.loop.Workers == 0 || p.loop.room.Load() > 0 {
			found = p
		}
	}
	return found
}

// patience is how many looks at empty parts a thief does not ask at. The rest of most chunks is
// over sooner than it could be given, stolen and begun, which takes a microsecond. A worker that is
// about to sleep asks all owners first. Arbitrary.
const patience = 3

// Publish lets thieves have all that is left of the loops, except the current indices.
func (c *Loops) Publish() {
	if p := c.innermost.Load(); p != nil {
		p.publish()
	}
}

// Waiting counts the grains that thieves may take. Not everybody may: a loop can keep
// workers out.
func (c *Loops) Waiting() (n int, anyone bool) {
	for p := c.part.Load(); p != nil; p = p.outer {
		n += p.cursor.Len()
	}
	return n, false
}

// Tidy drops the part of a loop that is over.
func (c *Loops) Tidy() {
	c.kept = nil
	c.tray.Tidy()
}

// Check says whether a loop is left although no call is inside: for verify/quiet.
func (c *Loops) Check() error {
	if c.part.Load() != nil || c.innermost.Load() != nil {
		return errors.New("a loop left")
	}
	return nil
}
