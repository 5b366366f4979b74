package skua

import (
	"context"

	"github.com/skua-go/skua/internal/crew"
)

// Worker is what a task without a type of its own gets: the Place where it runs, to
// fork closures, to spawn into scopes and to call on. It is a hint: a call at it uses the
// worker that runs on the calling goroutine, as Place says, whichever task got the *Worker.
// So a task may use the *Worker of an enclosing task as well as its own. A *Worker that is
// kept stands for its pool, as long as the program holds the *Pool or a call is inside.
type Worker Frame[func(*Worker), none]

type none = struct{}

// closures is the task type of all closures. Its stacks tell which frames are in use:
// those below the base.
var closures = &Func[func(*Worker), none]{body: runClosure, pointers: true, open: true}

func runClosure(f *Frame[func(*Worker), none], task func(*Worker)) none {
	task((*Worker)(f))
	return none{}
}

func (w *Worker) frame() *Frame[func(*Worker), none] {
	return (*Frame[func(*Worker), none])(w)
}

// workerOn returns the place where the next call on w may fork closures.
func workerOn(w *crew.Worker) *Worker {
	s := closures.stackOn(w)
	return (*Worker)(s.frame(s.core.Base()))
}

// Context returns the context of the run that w works for: the one that Pool.Run,
// Func.OnContext or NewScope at a *Pool got; in a FuncErr its own, which derives from the
// one that FuncErr.On got; elsewhere context.Background.
func (w *Worker) Context() context.Context { return contextOf(w.worker("Worker.Context")) }

// Go spawns task into s, as s.Go does, but on the queue of the worker that runs here,
// which keeps related tasks together. It costs some 0.1 µs (BenchmarkScope).
func (w *Worker) Go(s *Scope, task func(w *Worker) error) {
	core := w.worker("Worker.Go")
	s.must("Worker.Go")
	need("Worker.Go", task != nil)
	if !core.Open() {
		core = core.Crew.Current()
	}
	s.present().Spawn(core, task)
}

// Poll answers thieves that ask for work, as Frame.Poll does.
func (w *Worker) Poll() {
	if w.stack.core.DueAt() {
		w.pollSlow()
	}
}

//go:noinline
func (w *Worker) pollSlow() {
	core := w.stack.core
	if core.Worker().Mine() {
		core.Poll(core.Base())
	} else if here := core.Worker().Crew.Here(); here != nil {
		s := closures.stackOn(here).core
		s.Poll(s.Base())
	}
}

// Join runs a and b, perhaps in parallel, and returns when both have ended. a runs on
// the caller's goroutine; b is offered to thieves, and the caller runs it if no thief
// steals it. Each function gets the Worker that runs it. If a panics or calls
// runtime.Goexit, Join takes b back before it begins, or waits for its end. Otherwise
// panics and Goexit are as at Frame.Join, and if p is a *Pool, as at Func.On. A Join costs
// some 10 ns, and what Go takes for the closure b and for each variable that b writes, which is
// four times as much (BenchmarkFork, closure and closures alone). A Func has neither.
func Join(p Place, a, b func(w *Worker)) {
	need("Join", a != nil && b != nil)
	if w, ok := p.(*Worker); ok && w.tops() {
		w.join(a, b)
		return
	}
	joinAt(p, a, b)
}

// joinAt is a function of its own to keep the stack frames of a deep recursion short.
//
//go:noinline
func joinAt(p Place, a, b func(w *Worker)) {
	s := spotOf(p)
	if !s.plain() {
		s.run(func(w *crew.Worker) { workerOn(w).join(a, b) })
		return
	}
	defer s.stack.Exit(s.stack.Enter(s.i))
	workerOn(s.stack.Worker()).join(a, b)
}

// tops reports whether w is where the worker that runs here may fork next.
func (w *Worker) tops() bool {
	return w != nil && w.stack != nil && w.stack.core.Worker().Open() && w.stack.core.Base() == w.i
}

// join forks b at w, which is where its worker may fork next.
//
// NOT: hide b from escape analysis, so that it lies on the caller's stack. A thief would read it
// there, and Go moves stacks.
func (w *Worker) join(a, b func(w *Worker)) {
	f := w.frame()
	w.branch(a, f.Fork(b))
	if _, done := f.Join(); !done {
		f.look()
		b(w)
	}
}

// branch runs a at next, while the fork at w is pending: calls inside a begin above that
// fork, at whatever Place. If a does not return, the fork ends here.
func (w *Worker) branch(a func(w *Worker), next *Frame[func(*Worker), none]) {
	returned := false
	defer func() { w.stack.core.Rebase(w.i, returned) }()
	w.stack.core.Rebase(next.i, true)
	a((*Worker)(next))
	returned = true
}

// Blocking runs f, which may wait for something that is not the scheduler's: a
// channel, a lock, the network. Meanwhile another worker takes the place of this one, so
// that the pool can run what f waits for. At most 1,024 workers take such places.
//
// Blocking gives up the place of the task that the caller is in, and those of tasks of other pools
// that it is in as well, one inside the other. While f runs, thieves can steal the pending
// forks of a Func's body if p is its Frame; at another Place, private forks stay private.
// In no task, and inside another Blocking, f is just called. Blocking panics with
// ErrClosed if the pool is closed.
//
// It costs 60 ns when no other worker has work to do (BenchmarkInside), and a wake-up
// otherwise.
func Blocking(p Place, f func()) {
	need("Blocking", f != nil)
	s := spotOf(p)
	w := s.pool.Here()
	if w == nil {
		if w = crew.Innermost(); w != nil && w.Away() { // of another pool
			w = nil
		}
	}
	if w == nil {
		s.refuse()
		f()
		return
	}
	if s.stack != nil {
		defer s.stack.Exit(s.stack.EnterTyped(s.i))
	}
	w.Block(f)
}

// worker returns the worker that w is a place of. The function called name needs
// it.
func (w *Worker) worker(name string) *crew.Worker {
	needs(w != nil && w.stack != nil, name, "the Worker of a task, not a nil or zero one")
	return w.stack.core.Worker()
}

// Context returns the context of the run that f's task belongs to, as
// Worker.Context does.
func (f *Frame[A, R]) Context() context.Context { return contextOf(f.worker("Frame.Context")) }

// contextOf returns the context of the run that w works for.
func contextOf(w *crew.Worker) context.Context {
	if job := w.Job; job != nil {
		return job.Context
	}
	return context.Background()
}
