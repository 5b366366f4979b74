package tracer

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/event"
)

// Noticed is from how long on a strand is looked at for time off the processor, in nanoseconds: a look
// costs four system calls, some 0.5 µs, and the system seldom takes a processor away for less.
// Arbitrary.
const Noticed = 20_000

// fresh is how old a look may be when a worker gets busy: what the thread did since then, beside
// the worker's strands, counts as the worker's. Arbitrary.
const fresh = 100_000

// least is how much of a strand must have been off the processor to be told: more than two
// looks at different clocks can differ by. Arbitrary.
const least = 2_000

// Line is a worker's hand on its line of events. Its owner, the goroutine that runs the worker,
// calls all methods; a nil Line is that of a worker that is not recorded.
type Line struct {
	events *event.Line
	tracer *Tracer
	busy   bool  // in Work or Over
	nested int   // calls inside the task, after which it goes on
	since  int64 // when the strand began
	last   int64 // time of the last event
	alone  bool  // it is the one that goes on in a solo window

	// When the worker's thread was looked at last, while it was busy; at 0: not since then.
	look struct {
		at   int64
		idle int64 // for how long the worker was not busy since then
		cpu  thread
	}
	rested int64 // when the worker was busy last, if it is not
}

// Of returns the recording that l belongs to; nil for none.
func (l *Line) Of() *Tracer {
	if l == nil {
		return nil
	}
	return l.tracer
}

// ID returns the number of the line: what other lines name it by.
func (l *Line) ID() int { return l.events.ID }

// Name returns what tells the line from all others, also those of other recordings; not 0.
func (l *Line) Name() uint64 { return l.tracer.serial<<32 | uint64(l.events.ID) }

// Number returns the number of the line of that name in the recording, or -1 if it is not of it.
func (t *Tracer) Number(name uint64) int64 {
	if name>>32 != t.serial {
		return -1
	}
	return int64(uint32(name))
}

// Now returns the recording's time in nanoseconds.
func (l *Line) Now() int64 { return l.events.Now() }

// Emit adds an event of this moment.
func (l *Line) Emit(k event.Kind, ref uint64, n int64, site uint32) {
	l.Put(event.Event{At: l.events.Now(), Kind: k, Ref: ref, N: n, Site: site})
}

// Put adds an event. Its time was read by the caller, since the last event was added; an earlier
// one counts as the last event's.
func (l *Line) Put(e event.Event) {
	if l.tracer.over.Load() {
		return
	}
	e.At = max(e.At, l.last)
	l.last = e.At
	after := l.after(&e)
	if after == as {
		l.events.Put(e)
		return
	}
	if l.busy && e.At-l.since >= Noticed {
		l.off(e.At)
		e.At = max(e.At, l.last) // a round may have been made
		l.last = e.At
	}
	l.since = e.At
	if busy := after == yes; busy != l.busy {
		l.turn(busy)
	}
	l.events.Put(e)
}

// Outside is the number of the line that the program has outside of any worker.
const Outside = -1

// Outside tells an event of this moment that no worker tells. Any goroutine.
func (t *Tracer) Outside(e event.Event) {
	t.outside.mu.Lock()
	defer t.outside.mu.Unlock()
	if !t.over.Load() {
		e.At = t.outside.line.Now()
		t.outside.line.Put(e)
	}
}

// after returns whether the worker is busy after an event. A call inside its own task leaves it so.
func (l *Line) after(e *event.Event) uint8 {
	switch {
	case e.Kind == event.Enter && e.N == int64(l.events.ID):
		l.nested++
	case e.Kind == event.Enter:
		l.nested = 0
	case e.Kind == event.Leave && l.nested > 0:
		l.nested--
		return yes
	}
	return busyAfter[e.Kind]
}

// turn notes that the worker is busy from here on, or is not.
func (l *Line) turn(busy bool) {
	l.busy = busy
	if busy {
		if l.look.idle += l.last - l.rested; l.look.at == 0 || l.last-l.look.at > fresh {
			l.lookNow()
		}
		return
	}
	l.rested = l.last
	if l.alone {
		l.alone = false
		l.tracer.solo.leave(l)
	}
}

// off tells for how long of the strand that ends the thread was not on a processor, or that this is
// not known, because the goroutine has changed its thread, or the thread has run another worker meanwhile.
//
// NOT: lock busy workers to their threads. A coroutine (iter.Pull) must be resumed under the same
// lock as it was made, or the runtime ends the program; and to wake a locked goroutine takes some
// 10 µs more.
func (l *Line) off(now int64) {
	before := l.look
	mine := l.lookNow()
	if before.at == 0 || !clocks {
		return
	}
	if !mine || !before.cpu.same(l.look.cpu) {
		l.events.Put(event.Event{At: now, Kind: event.Off, N: -1})
		return
	}
	off := now - before.at - before.idle - (l.look.cpu.ns - before.cpu.ns)
	if off = min(off, now-l.since); off >= least {
		gave := uint64(0)
		if l.look.cpu.gave != before.cpu.gave {
			gave = 1
		}
		l.events.Put(event.Event{At: now, Kind: event.Off, N: off, Ref: gave})
	}
}

// hold tells that the recorder itself has the worker while f runs, for n as event.Pause has it.
func (l *Line) hold(n int64, f func()) {
	if now := l.events.Now(); l.busy && now-l.since >= Noticed {
		l.last = max(now, l.last)
		l.off(l.last)
	}
	l.tell(event.Pause, n)
	f()
	l.tell(event.Resume, 0)
	l.since, l.rested = l.last, l.last
	l.lookNow()
}

// lookers has for each thread the name of the line that has looked at its clock last.
var lookers [256]atomic.Uint64

// lookNow looks at the thread's own clock, and reports whether no other line has looked at it since l has.
//
// The goroutine may lose its processor at any of these steps, and go on elsewhere, or here when others have
// run. So l is noted before the look, and the look counts only if that is so after it.
func (l *Line) lookNow() (mine bool) {
	id, name := threadID(), l.Name()
	last := &lookers[id%uintptr(len(lookers))]
	mine = last.Swap(name) == name // ORDER: before the look, against those of others on this thread
	l.look.at, l.look.idle, l.look.cpu = l.last, 0, onThread()
	if !l.look.cpu.of(id) || last.Load() != name {
		l.look.cpu = thread{}
	}
	return mine
}

func (l *Line) tell(k event.Kind, n int64) {
	l.last = max(l.events.Now(), l.last)
	l.events.Put(event.Event{At: l.last, Kind: k, N: n})
}

// Free gives the line back when its worker is gone.
func (l *Line) Free() {
	if l == nil {
		return
	}
	t := l.tracer
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	free := &t.lines.free[kind(l.events.Guest)]
	*free = append(*free, l)
}

// EventCost returns how many seconds an event costs the worker that tells it.
func EventCost() float64 {
	t := &Tracer{began: time.Now()}
	l := &Line{tracer: t}
	const n = 200 // less than a chunk
	least := time.Hour
	for range 3 {
		l.events = event.NewLine(0, "", false, t.began, l.full)
		begin := time.Now()
		for range n {
			l.Emit(event.Fork, 0, 0, 0)
		}
		least = min(least, time.Since(begin))
	}
	return least.Seconds() / n
}

// LookCost returns how many seconds a look at the thread costs: one at the end of each strand that is
// not short (Noticed).
func LookCost() float64 {
	const n = 50
	least := time.Hour
	for range 3 {
		begin := time.Now()
		for range n {
			onThread()
		}
		least = min(least, time.Since(begin))
	}
	return least.Seconds() / n
}

// Cost runs f and returns how many nanoseconds of processor time that took; 0 if it is not known.
func Cost(f func()) (ns int64) {
	before := onThread()
	f()
	if after := onThread(); before.same(after) {
		return after.ns - before.ns
	}
	return 0
}

// Whether a worker is busy after an event, or as before.
const (
	as = iota
	yes
	no
)

var busyAfter = [event.Kinds]uint8{
	event.Enter: yes, event.Leave: no,
	event.Begin: yes, event.Start: yes, event.End: yes,
	event.Seek: no, event.Stole: yes, event.Sleep: no, event.Wake: no, event.Retire: no,
	event.Block: no, event.Unblock: yes,
	event.Fork: yes, event.Retake: yes, event.Await: no, event.Joined: yes,
	event.Spawn: yes, event.Gather: no, event.Gathered: yes,
	event.Loop: yes, event.Chunk: yes, event.Finish: no, event.Finished: yes,
}
