package spawn

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/event"
)

// What is recorded has a number: scopes, and the tasks whose spawn a worker has told. Of other tasks
// the number is outside and the call site.
var (
	scopes atomic.Int64
	tasks  atomic.Uint64
)

const outside = 1 << 63

// told is the body of a task that was spawned while the pool was recorded.
//
// NOT: keep the number in every Task. That is a third more memory for all tasks, and few programs are
// recorded.
type told struct {
	body   any
	number uint64 // names it in recordings
}

// tellSpawn tells that a task is spawned, and returns its body with its number. If from is nil it may
// still come from a task, on the worker where the scope was made.
func (s *Scope) tellSpawn(from *crew.Worker, body any) *told {
	w := from
	if w == nil && s.home != nil && s.home.Mine() {
		w = s.home
	}
	if w == nil || w.Crew != s.Board.Crew || w.Listen() == nil {
		return &told{body, outside | uint64(event.CallSite())}
	}
	number := tasks.Add(1) // ORDER: a number only
	w.Line.Emit(event.Spawn, number, s.number, event.CallSite())
	return &told{body, number}
}

// nameOf returns the facade's body, and what events call its task: as its spawn was told, by its call
// site, or not at all.
func nameOf(body any) (own any, ref uint64, site uint32) {
	if n, ok := body.(*noted); ok {
		body = n.body
	}
	t, ok := body.(*told)
	switch {
	case !ok:
		return body, 0, 0
	case t.number&outside != 0:
		return t.body, 0, uint32(t.number)
	}
	return t.body, t.number, 0
}

// tell tells that w waits for the scope, or does no longer.
func (s *Scope) tell(w *crew.Worker, k event.Kind) {
	if w.Line != nil {
		w.Line.Emit(k, uint64(s.number), 0, 0)
	}
}
