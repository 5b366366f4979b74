package watch

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/replay"
)

// What is recorded has a number: scopes, and the tasks whose spawn was told.
var (
	scopes atomic.Int64
	tasks  atomic.Uint64
)

// Scope returns the number of a new scope, or 0 if the pool is not recorded. Anyone.
func (p *Pool) Scope() int64 {
	if !p.Recorded() {
		return 0
	}
	n := scopes.Add(1) << siteBits // ORDER: a number only
	if site := event.StreamSite(); site < 1<<siteBits {
		n |= int64(site)
	}
	return n
}

// siteBits are the lower bits of a scope's number: the call site of its tasks, if that is not where they are
// spawned. A reader of a stream, which spawns, may be on a goroutine of its own.
const siteBits = 16

// Body is the body of a task that somebody watches, around the scope's.
//
// NOT: keep these in every Task. That is more memory for all tasks, and few programs are watched.
type Body struct {
	own    any
	number uint64 // in recordings; 0: none
	Name   replay.Place
	Take   *replay.Take // that is to run it; nil: the steal schedule has none, or there is none yet
	Round  *Round       // where it counts, for a steal schedule
}

// Round is the round of a scope in which a task counts, as soon as that is known.
type Round struct{ taken atomic.Pointer[func() bool] }

// Is notes that it is the round of which taken reports whether it has been waited for.
func (r *Round) Is(taken func() bool) { r.taken.Store(&taken) } // ORDER: none: until then the task is on its way

// Taken reports whether the round is known and has been waited for.
func (r *Round) Taken() bool {
	taken := r.taken.Load()
	return taken != nil && (*taken)()
}

// Spawn returns the body of a task that is spawned into a scope of that limit, told on w if the spawn is on a
// worker of the pool. Anyone, but on w's goroutine if that is not nil.
func (p *Pool) Spawn(w *Worker, scope, limit int64, own any) *Body {
	b := &Body{own: own}
	if t := p.Recording.Load(); t != nil {
		b.number = tasks.Add(1) // ORDER: a number only
		e := event.Event{Kind: event.Spawn, Part: event.Most(limit), Ref: b.number, N: scope, Site: uint32(scope & (1<<siteBits - 1))}
		if e.Site == 0 {
			e.Site = event.CallSite()
		}
		if w != nil && w.Listen() != nil {
			e.At = w.Line.Now()
			w.Line.Put(e)
		} else {
			t.Outside(e)
		}
	}
	return b
}

// AtScope tells what a waiter does in a wait for a scope.
func (w *Worker) AtScope(what Event, scope int64) {
	if w.Line != nil {
		w.Line.Emit(what, uint64(scope), 0, 0)
	}
}

// BeginTask tells a recording that the worker begins the task with that body. It returns the scope's, and
// what the end is told with.
func (w *Worker) BeginTask(body any, scope int64) (own any, ref uint64) {
	if b, ok := body.(*Body); ok {
		body, ref = b.own, b.number
	}
	w.Line.Begin(event.Task, ref, scope, 0)
	return body, ref
}
