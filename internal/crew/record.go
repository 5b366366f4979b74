package crew

import (
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/tracer"
)

// Listen looks whether the pool is recorded, and returns the line where w is to tell what it does;
// nil if the pool is not. Owner only, at boundaries: from one to the next the line stays. What w was
// in the middle of when the recording began it tells as if that began now.
func (w *Worker) Listen() *tracer.Line {
	if w.Crew.Recorded() != w.heard && !w.Apart() {
		w.tune()
	}
	return w.Line
}

//go:noinline
func (w *Worker) tune() {
	t := w.Crew.Recorded()
	w.Line, w.heard = nil, t
	if t == nil {
		return
	}
	w.Line = t.Line(w.ID < 0)
	// ORDER: none. A thief that reads it late does not know whom it has stolen from.
	w.told.Store(w.Line.Name())
	switch {
	case !w.Inside:
	case w.ID < 0:
		w.Line.Emit(event.Enter, 0, -1, 0)
	default:
		w.Line.Put(event.Event{At: w.Line.Now(), Kind: event.Begin, N: -1, Part: event.Stolen})
		w.Line.Emit(event.Start, 0, 0, 0)
	}
}

// Tell is Listen, and an event that says nothing but its kind, if there is a line.
func (w *Worker) Tell(k event.Kind) { w.Listen().Say(k) }

// Linked returns the number of v's line in the recording that w is in, or -1. v may be another's,
// or nil.
func (w *Worker) Linked(v *Worker) int64 {
	if w.Line == nil || v == nil {
		return -1
	}
	return w.Line.Of().Number(v.told.Load())
}

// TellStole tells that w has taken work of v, or, if v is nil, of an inbox or its own queue.
func (w *Worker) TellStole(v *Worker) {
	if l := w.Listen(); l != nil {
		l.Emit(event.Stole, 0, w.Linked(v), 0)
	}
}

// TellEnter tells that a call comes in, as the guest w.
func (w *Worker) TellEnter() {
	if l := w.Listen(); l != nil {
		l.Emit(event.Enter, 0, w.Linked(w.Around), event.CallSite())
	}
}

// Hush ends w's part in a recording: w is gone.
func (w *Worker) Hush() {
	w.Line.Free()
	w.Line, w.heard = nil, nil
}

// Event counts an event of that kind on the calling goroutine, in a pool whose steal schedule is
// recorded or followed: in the innermost task that it is in of a pool with the same schedule, or in none.
// over is Outside's.
func (c *Crew) Event(k replay.Kind, over func() bool) (replay.Place, []*replay.Take) {
	for w := c.Innermost(); w != nil; w = w.Around {
		if w.Notes.In(c.Replay.Schedule) {
			return w.Notes.Event(k)
		}
	}
	return c.Replay.Outside(k, over)
}

// Follows reports whether w takes what a recording says, and nothing else.
func (w *Worker) Follows() bool { return w.Notes != nil && w.Notes.Pool().Follows() }

// Stopped reports whether others may have stopped what the worker runs, at a time that no recording has.
func (s *Segment) Stopped() bool { return s.Job.Cancelled() }
