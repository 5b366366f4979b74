package skua

import (
	"context"

	"github.com/skua-go/skua/internal/sched"
)

// Worker is what a task without a type of its own runs on: the right to fork
// closures and to spawn into scopes, at one place of a worker's stack. A task
// gets one and hands it on to the calls it makes. It belongs to the goroutine
// of its task and must not be kept after the task has returned.
type Worker Frame[func(*Worker), none]

type none = struct{}

// closures is the task type of all closures.
var closures = NewFunc(func(f *Frame[func(*Worker), none], task func(*Worker)) none {
	task((*Worker)(f))
	return none{}
})

func (w *Worker) frame() *Frame[func(*Worker), none] {
	return (*Frame[func(*Worker), none])(w)
}

// workerOn returns the place where the next call on w may fork closures.
func workerOn(w *sched.Worker) *Worker {
	s := closures.stackOn(w)
	return (*Worker)(s.frame(s.core.Base()))
}

// Context returns the context of the Pool.Run that w works for, or
// context.Background.
func (w *Worker) Context() context.Context {
	if job := w.worker("Worker.Context").Job(); job != nil {
		return job.Context
	}
	return context.Background()
}

// Go spawns task into s, as s.Go does, but on this worker's own queue, which is
// cheaper and keeps related tasks together.
func (w *Worker) Go(s *Scope, task func(w *Worker) error) {
	core := w.worker("Worker.Go")
	if !core.Active() {
		panic("skua: Worker.Go on the Worker of a task that has ended")
	}
	s.must("Worker.Go")
	need("Worker.Go", task != nil)
	s.core.Spawn(core, task)
}

// Poll answers thieves that ask for work, as Frame.Poll does.
func (w *Worker) Poll() { w.frame().Poll() }

// Join runs a and b, perhaps in parallel, and returns when both have. a runs on
// the caller's goroutine; b is offered to thieves, and run by the caller if
// none takes it. Panics and Goexit as at Frame.Join; if p is a *Pool, as at
// Func.On. Costs a fork; a closure that captures variables costs its
// allocation too.
func Join(p Place, a, b func(w *Worker)) {
	if w, ok := p.(*Worker); ok && w != nil && w.stack != nil && a != nil && b != nil {
		w.join(a, b)
		return
	}
	need("Join", a != nil && b != nil)
	pool, s, i := placeOf(p)
	if pool != nil {
		pool.guest(func(w *sched.Worker) { workerOn(w).join(a, b) })
		return
	}
	defer s.Exit(s.Enter(i))
	workerOn(s.Worker()).join(a, b)
}

func (w *Worker) join(a, b func(w *Worker)) {
	f := w.frame()
	a((*Worker)(f.Fork(b)))
	if _, done := f.Join(); !done {
		b(w)
	}
}

// Blocking runs f, which may wait for something that is not the scheduler's: a
// channel, a lock, the network. Meanwhile another worker takes the place of
// this one, so that what f waits for can run in the same pool. At most 1,024
// goroutines stand in for others.
//
// At a *Pool it means the task of that pool that the caller is in, if it is in
// one; forks that the task has pending and nobody asked for stay its own then.
// In no task of the pool Blocking only calls f, and panics with ErrClosed if the pool is
// closed.
func Blocking(p Place, f func()) {
	need("Blocking", f != nil)
	pool, s, i := placeOf(p)
	if s != nil {
		defer s.Exit(s.Enter(i))
		s.Worker().Block(f)
		return
	}
	if here := pool.core.Here(); here != nil {
		here[0].Block(f)
		return
	}
	pool.refuse()
	f()
}
