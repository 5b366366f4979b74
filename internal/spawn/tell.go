package spawn

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/event"
)

// What is recorded has a number: scopes, and the tasks that are put on queues.
var (
	scopes atomic.Int64
	tasks  atomic.Uint64
)

// tellSpawn tells that a task is spawned, and returns its number: 0 if it goes into the inbox. from
// is nil then; still it may come from a task, on the worker where the scope was made.
func (s *Scope) tellSpawn(from *crew.Worker) (number uint64) {
	w := from
	if w == nil && s.home != nil && s.home.Mine() {
		w = s.home
	}
	if w == nil || w.Crew != s.Board.Crew || w.Listen() == nil {
		if s.site.Load() == 0 {
			s.site.Store(event.CallSite()) // ORDER: none: one of the places where tasks come from
		}
		return 0
	}
	if from != nil {
		number = tasks.Add(1) // ORDER: a number only
	}
	w.Line.Emit(event.Spawn, number, s.number, event.CallSite())
	return number
}

// tell tells that w waits for the scope, or does no longer.
func (s *Scope) tell(w *crew.Worker, k event.Kind) {
	if w.Line != nil {
		w.Line.Emit(k, uint64(s.number), 0, 0)
	}
}
