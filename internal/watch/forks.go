package watch

import (
	"math"
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/replay"
)

// How deep a recording follows forks.
const (
	deepAtFirst = 64
	deepest     = 256
	short       = 20_000  // nanoseconds: forks of leaves below are not worth a record
	long        = 100_000 // nanoseconds: deeper forks can be recorded
	patience    = 500_000 // nanoseconds in which nothing was recorded: then deeper ones are
	deeper      = 16      // by so many
	steady      = 8       // leaves that must agree
)

// Forks is what watchers know of the pending forks of one stack. A recording follows those at frames below
// a depth, which goes with the program; a steal schedule names all. The owner calls all methods but
// Begin, which the thief does.
type Forks struct {
	number uint32 // of the stack
	marked uint32 // a recording follows forks at frames below only
	deep   uint32 // a recording follows forks at frames below; 0: none
	credit int    // how many leaves were long, less those that were short
	since  int64  // when the present strand began
	leaf   bool   // and nothing was forked since

	// The names of pending forks, by frame. The owner writes the name of a fork before a thief can have the
	// frame, and a thief that has claimed it reads it: by then the owner writes others only.
	names atomic.Pointer[[]replay.Place]
}

// stacks is how many there have been: so each has a number of its own.
var stacks atomic.Uint32

// Init numbers the stack.
func (f *Forks) Init() {
	apart.Hide()
	f.number = stacks.Add(1) // ORDER: a number only, and so none that the race detector should see
	apart.Show()
}

// Ref names the fork at frame i while it is pending.
func (f *Forks) Ref(i uint32) uint64 { return uint64(f.number)<<32 | uint64(i) }

// Gate is from which frame on a fork may be fast, for those who watch w, the owner.
func (f *Forks) Gate(w *Worker) uint32 {
	if w.Notes != nil {
		return math.MaxUint32 - 1 // open, and no fork is fast
	}
	return f.deep
}

// Fork tells a recording of the fork at frame i. It reports whether the recording follows the fork to its
// end, and whether Gate has changed.
func (f *Forks) Fork(w *Worker, i uint32) (follows, moved bool) {
	l, before := w.Listen(), f.deep
	if l == nil {
		f.deep = 0
		return false, before > 0
	}
	l.MayPause()
	now := l.Now()
	if f.deep == 0 {
		f.deep, f.since = deepAtFirst, now
	}
	if i >= f.deep && now-f.since > patience {
		f.deep = min(i+deeper, deepest)
	}
	if follows = i < f.deep; follows {
		f.since, f.leaf, f.marked = now, true, i+1
		l.Put(event.Event{At: now, Kind: event.Fork, Ref: f.Ref(i), Site: event.CallSite()})
	}
	return follows, f.deep != before
}

// Cut says that no fork at frame i or above is followed any more, and returns from where on none was.
func (f *Forks) Cut(i uint32) (end uint32) {
	end = f.marked
	f.marked = min(end, i)
	return end
}

// Tell tells that the fork at frame i has come to its join, or past it, and reports whether Gate has changed.
func (f *Forks) Tell(w *Worker, k event.Kind, i uint32) (moved bool) {
	l, before := w.Line, f.deep
	if l == nil { // the recording is over: forks may be fast again
		f.deep = 0
		return before > 0
	}
	now := l.Now()
	if f.leaf && f.deep > 0 {
		f.adapt(now - f.since)
	}
	f.since, f.leaf = now, k == event.Retake
	l.Put(event.Event{At: now, Kind: k, Ref: f.Ref(i)})
	return f.deep != before
}

// adapt moves the depth after a leaf that took as long.
func (f *Forks) adapt(leaf int64) {
	switch {
	case leaf < short/10:
		f.credit -= steady / 2
	case leaf < short:
		f.credit--
	case leaf > long:
		f.credit++
	}
	switch {
	case f.credit <= -steady && f.deep > 1:
		f.deep, f.credit = f.deep-1, 0
	case f.credit >= steady && f.deep < deepest:
		f.deep, f.credit = f.deep+1, 0
	}
}

// Forget begins anew for the next task.
func (f *Forks) Forget() { f.deep = 0 }

// Name names the fork at frame i.
func (f *Forks) Name(i uint32, name replay.Place) {
	old := f.names.Load()
	if old == nil || int(i) >= len(*old) {
		longer := make([]replay.Place, max(32, 2*int(i)))
		if old != nil {
			copy(longer, *old)
		}
		longer[i] = name
		// ORDER: complete before the frame is exposed by a CAS of age, after which a thief loads it.
		f.names.Store(&longer)
		return
	}
	(*old)[i] = name
}

// Begin tells that the thief begins the fork at frame i, of victim.
func (f *Forks) Begin(thief, victim *Worker, i uint32) {
	thief.Line.Begin(event.Stolen, f.Ref(i), thief.Linked(victim), 0)
	if thief.Notes == nil {
		return
	}
	t := replay.Take{Kind: replay.Fork}
	if names := f.names.Load(); names != nil && int(i) < len(*names) {
		t.From = (*names)[i]
	}
	thief.Notes.Begin(t)
}
