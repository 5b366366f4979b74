package skua

import (
	"context"
	"reflect"
	"unsafe"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/pieces"
)

// Loop is a loop over the indices [From, To) that any number of workers run
// together: an idle worker steals half of the indices that another has left, at any
// moment. A Loop may be run again, and inside another's body.
//
// For a plain loop take par.For, which is one line and built on this: a call costs 0.1 to 0.2 µs
// more. A Loop is for bodies that do something once for each part of the indices,
// such as keeping a sum or a buffer of their own, that need their *Worker to fork, or
// that stop early; and for packages, like par, that build loops of their own.
//
// The stealing of halves follows Huba (Load-balancing partitioner with work stealing, parts one
// and two, August 2011) [WSR11].
type Loop struct {
	From, To int

	// Grain is how many indices a worker reserves at a time, and the least that
	// is stolen. 0 chooses while the loop runs: one at first, or up to 16 quick ones, then as many as
	// take 4 to 16 µs, and gradually more in a long loop, up to a quarter of a millisecond.
	Grain int

	// Workers is how many workers may run the loop at a time; 0 sets no limit, with 1
	// only the caller runs it.
	Workers int

	// Kind names loops whose indices cost about the same. 0 is the kind of all loops
	// with the code of this Body; give another where one Body runs very different
	// functions. skua remembers what an index of each kind took. A loop that should
	// take less than some 40 µs wakes a sleeping worker only after it has run that long, unless many such
	// loops have come one soon after the other.
	// A loop of an unknown kind wakes one at once, and so does a Loop with a Grain.
	Kind uintptr

	// Line, if not nil, is the context of a call that may wait in line: at a pool that limits its
	// guests. If it ends there Run returns, and Body was not called. Run does not look at it otherwise.
	Line context.Context

	// Body runs the indices of one part, mostly so:
	//
	//	for p.Next() {
	//		use(p.Index())
	//	}
	//
	// Body is called once for each part that a worker gets, on several workers at
	// a time. When it returns before Next has reported false, the rest of its part
	// is dropped; other parts go on, and Body may be called again for those.
	Body func(p *Part)
}

// Run runs the loop at p and returns when every index has been run or dropped. On a *Pool
// the calling goroutine becomes a worker for the time of the call. Run itself runs
// indices, and waits only for those that other workers have begun.
//
// When Body panics or calls runtime.Goexit, no worker begins another index; Run waits for
// those begun, and the panic goes on in the caller as at Func.On. A cancelled run stops at
// the next index. Run panics if Body is nil, if Grain or Workers is negative, or if
// To - From is 2⁶³ or more, and with ErrClosed if p is a closed pool.
//
// A loop costs 0.15 µs in a task, and as much again at a *Pool; an index costs a
// nanosecond more than its body (BenchmarkInside; docs/par.md).
func (l *Loop) Run(p Place) {
	l.check()
	s := spotOf(p)
	if l.From >= l.To {
		s.refuse()
		return
	}
	v, plain := visit{spot: s}, s.plain()
	if plain {
		v.mark = v.stack.Enter(v.i)
	} else if !v.enter(l.Line) {
		return
	}
	var part *loop.Part
	defer func() {
		if part != nil { // the body panicked, or called Goexit
			part.End(false)
		}
		if plain {
			v.stack.Exit(v.mark)
		} else {
			v.leave(recover())
		}
	}()
	if apart.Enabled && pieces.Run(v.stack, l.config(), closuresAt) {
		return
	}
	part = loop.Begin(v.stack, l.config())
	for more := true; more; more = part.More() {
		l.Body((*Part)(part))
	}
	last := part
	part = nil
	last.End(true)
}

func (l *Loop) check() {
	switch {
	case l == nil:
		panic("skua: Loop.Run needs a Loop, not nil")
	case l.Body == nil:
		panic("skua: Loop needs a Body")
	case l.Grain < 0 || l.Workers < 0:
		panic("skua: Loop's Grain and Workers must not be negative")
	case l.From < l.To && l.To-l.From < 0:
		panic("skua: Loop has 2⁶³ indices or more")
	}
}

func (l *Loop) config() loop.LoopConfig {
	kind := l.Kind
	if kind == 0 {
		kind = reflect.ValueOf(l.Body).Pointer()
	}
	return loop.LoopConfig{
		From: l.From, To: l.To, Grain: l.Grain, Workers: l.Workers, Kind: kind,
		Body: bodyOf(l.Body),
	}
}

// closuresAt returns where on w a loop may begin.
func closuresAt(w *crew.Worker) loop.Place { return closures.stackOn(w).core }

// bodyOf returns the body as what the scheduler calls. The two types of functions differ in the name of what
// their argument points to, and in nothing that a call knows of.
//
// NOT: a function that calls the body with its argument converted. It would be a line of every profile.
func bodyOf(body func(*Part)) func(*loop.Part) { return *(*func(*loop.Part))(unsafe.Pointer(&body)) }

// Part is one worker's part of a running Loop: the worker goes through its indices while
// thieves may steal the rest. A Part belongs to the call of Body that got it.
type Part loop.Part

// Next goes on to the next index and reports whether there is one. It costs
// about a nanosecond. Like Frame.Poll, it answers thieves that ask, and a cancelled run
// unwinds there.
func (p *Part) Next() bool { return (*loop.Part)(p).Next() }

// Index returns the current index, after Next.
func (p *Part) Index() int { return (*loop.Part)(p).Index() }

// Chunk goes on by several indices, [lo, hi), for a body that runs them in one go: as many
// as last about a microsecond, or at most Grain if that is set. Thieves cannot steal these,
// only the indices after them. ok is false when no index is left.
func (p *Part) Chunk() (lo, hi int, ok bool) { return (*loop.Part)(p).Chunk() }

// Worker returns the worker that runs the part, to fork from the body or to run
// other loops at.
func (p *Part) Worker() *Worker {
	var w *crew.Worker
	if p != nil {
		w = (*loop.Part)(p).Worker()
	}
	if w == nil {
		panic("skua: Part.Worker needs the Part of a running loop, not a nil or zero one")
	}
	return workerOn(w)
}

// Steady reports whether the pool records its steal schedule or follows one (package steals). There a
// package built on skua must not let what it forks, spawns and runs as loops depend on the clock, or
// on which part ends last: a replay would have other ones. It costs a load, and never blocks.
func (p *Part) Steady() bool {
	p.Worker() // panics unless p is of a running loop
	return (*loop.Part)(p).Worker().Watch.Notes != nil
}
