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

// tellSpawn tells that a task is spawned, and returns its number. If from is nil it may still come
// from a task, on the worker where the scope was made.
func (s *Scope) tellSpawn(from *crew.Worker) (number uint64) {
	w := from
	if w == nil && s.home != nil && s.home.Mine() {
		w = s.home
	}
	if w == nil || w.Crew != s.Board.Crew || w.Listen() == nil {
		return outside | uint64(event.CallSite())
	}
	number = tasks.Add(1) // ORDER: a number only
	w.Line.Emit(event.Spawn, number, s.number, event.CallSite())
	return number
}

// nameOf returns what events call a task of that number: as its spawn was told, or by its call site.
func nameOf(number uint64) (ref uint64, site uint32) {
	if number&outside != 0 {
		return 0, uint32(number)
	}
	return number, 0
}

// tell tells that w waits for the scope, or does no longer.
func (s *Scope) tell(w *crew.Worker, k event.Kind) {
	if w.Line != nil {
		w.Line.Emit(k, uint64(s.number), 0, 0)
	}
}
