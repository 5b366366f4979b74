//go:build explore

package skua

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/spawn"
)

// This file gives the explorer's scenarios what is behind the facade. The overlay of their
// build puts it into package skua; it is in no other build.

// PoolOf returns the facade of a pool.
func PoolOf(core *sched.Pool) *Pool { return &Pool{core: core} }

// Sched returns what is behind the facade.
func (p *Pool) Sched() *sched.Pool { return p.core }

// Guest runs f as a guest of p, also where the caller is in a task of the pool already.
func (p *Pool) Guest(f func(w *crew.Worker)) { spot{pool: p.core, whole: true}.run(f) }

// Sched returns what is behind the present round of the scope.
func (s *Scope) Sched() *spawn.Scope { return &s.now.Load().core }

// Job returns the run of a scope that was made at a pool.
func (s *Scope) Job() *crew.Job { return &s.job }

// WorkerOn returns the Worker of a task on w.
func WorkerOn(w *crew.Worker) *Worker { return workerOn(w) }

// Sched returns the worker behind the facade.
func (w *Worker) Sched() *crew.Worker { return w.stack.core.Worker() }

// Sched returns the worker on whose stack the frame is.
func (f *Frame[A, R]) Sched() *crew.Worker { return f.stack.core.Worker() }

// Enter runs the body from the base of w's stack on.
func (fn *Func[A, R]) Enter(w *crew.Worker, arg A) R { return fn.enter(w, arg) }

// At runs the loop at the base of w's closures.
func (l Loop) At(w *crew.Worker) {
	part, returned := loop.Begin(closures.stackOn(w).core, l.config()), false
	defer func() {
		if !returned {
			part.End(false)
		}
	}()
	for more := true; more; more = part.More() {
		l.Body((*Part)(part))
	}
	returned = true
	part.End(true)
}
