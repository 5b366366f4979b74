package watch

import (
	"runtime/trace"
	"sync/atomic"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/tracer"
)

// Worker is what a worker has of its pool's watchers.
type Worker struct {
	pool   *Pool // nil: nobody watches the worker, whatever its pool has
	guest  bool
	inside *bool         // whether the worker is inside a segment
	Notes  *replay.Notes // of the steal schedule, if the pool has one; else nil

	Line  *tracer.Line   // where it tells what it does, while the pool is recorded; nil otherwise
	heard *tracer.Tracer // that Line is of
	told  atomic.Uint64  // the name of Line, or of the one that it was before; 0: none yet

	region *trace.Region // of the execution trace, while the program writes one
}

// Init makes w that of a worker of pool p, or of one that nobody watches, before anybody knows the worker.
// inside says whether it runs anything.
func (w *Worker) Init(p *Pool, guest bool, inside *bool) {
	w.pool, w.guest, w.inside = p, guest, inside
}

// Point lets the other goroutines of a directed pool have their turn.
func (w *Worker) Point(at At) {
	if p := w.pool; p != nil {
		p.Director.Point(at)
	}
}

// Listen looks whether the pool is recorded, and returns the line where w is to tell what it does;
// nil if the pool is not. At boundaries: from one to the next the line stays. What the worker was
// in the middle of when the recording began it tells as if that began now.
func (w *Worker) Listen() *tracer.Line {
	if p := w.pool; p != nil && p.Recording.Load() != w.heard {
		w.tune()
	}
	return w.Line
}

//go:noinline
func (w *Worker) tune() {
	t := w.pool.Recording.Load()
	w.Line, w.heard = nil, t
	if t == nil {
		return
	}
	w.Line = t.Line(w.guest)
	// ORDER: none. A thief that reads it late does not know whom it has stolen from.
	w.told.Store(w.Line.Name())
	switch {
	case !*w.inside:
	case w.guest:
		w.Line.Emit(event.Enter, 0, -1, 0)
	default:
		w.Line.Put(event.Event{At: w.Line.Now(), Kind: event.Begin, N: -1, Part: event.Stolen})
		w.Line.Emit(event.Start, 0, 0, 0)
	}
}

// Tell is Listen, and an event that says nothing but its kind, if there is a line.
func (w *Worker) Tell(k event.Kind) { w.Listen().Say(k) }

// Block tells that the worker is about to wait in Blocking, and returns where its end is to be told.
func (w *Worker) Block() *tracer.Line {
	l := w.Listen()
	if l != nil {
		l.Emit(event.Block, 0, 0, event.CallSite())
	}
	return l
}

// Seek tells that the worker searches, if it has not told that, and lets a recording hold it.
func (w *Worker) Seek() {
	before := w.Line
	l := w.Listen()
	if l == nil {
		return
	}
	if l != before {
		l.Say(event.Seek)
	}
	l.MayPause()
}

// Linked returns the number of v's line in the recording that w is in, or -1. v may be another's,
// or nil.
func (w *Worker) Linked(v *Worker) int64 {
	if w.Line == nil || v == nil {
		return -1
	}
	return w.Line.Of().Number(v.told.Load())
}

// Stole tells that the worker has taken work of v, or, if v is nil, of an inbox or its own queue.
func (w *Worker) Stole(v *Worker) {
	if l := w.Listen(); l != nil {
		l.Emit(event.Stole, 0, w.Linked(v), 0)
	}
}

// Enter tells that a call comes in, as this guest, in a task of around or, if that is nil, in none.
func (w *Worker) Enter(around *Worker) {
	if l := w.Listen(); l != nil {
		l.Emit(event.Enter, 0, w.Linked(around), event.CallSite())
	}
}

// Hush ends the worker's part in a recording: it is gone.
func (w *Worker) Hush() {
	w.Line.Free()
	w.Line, w.heard = nil, nil
}

// Follows reports whether the worker takes what a steal schedule says, and nothing else.
func (w *Worker) Follows() bool { return w.Notes != nil && w.Notes.Pool().Follows() }
