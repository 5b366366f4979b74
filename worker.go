package skua

import (
	"context"

	"github.com/skua-go/skua/internal/sched"
)

// Worker is what a task without a type of its own gets: the Place where it runs, to
// fork closures, to spawn into scopes and to call on. It is a hint: whichever task got
// it, a call at it goes by the worker that runs on the calling goroutine, as Place says.
// So the Worker of a task around may be used as well as one's own. A kept one stands for its
// pool, as long as somebody holds the *Pool or calls it.
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
func workerOn(w *sched.Worker) *Worker {
	s := closures.stackOn(w)
	return (*Worker)(s.frame(s.core.Base()))
}

// Context returns the context of the run that w works for: the one that Pool.Run,
// Func.OnContext or NewScope at a *Pool got, or FuncErr's own, which derives from the
// one that FuncErr.On got; or else context.Background.
func (w *Worker) Context() context.Context { return contextOf(w.worker("Worker.Context")) }

// Go spawns task into s, as s.Go does, but on the queue of the worker that runs here,
// which is cheaper and keeps related tasks together.
func (w *Worker) Go(s *Scope, task func(w *Worker) error) {
	core := w.worker("Worker.Go")
	s.must("Worker.Go")
	need("Worker.Go", task != nil)
	if !core.Open() {
		core = core.Pool().Innermost()
	}
	s.core.Spawn(core, task)
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
	} else if here := core.Worker().Pool().Here(); here != nil {
		s := closures.stackOn(here).core
		s.Poll(s.Base())
	}
}

// Join runs a and b, perhaps in parallel, and returns when both have. a runs on
// the caller's goroutine; b is offered to thieves, and run by the caller if
// none takes it. Each gets the Worker that runs it; any other of the same pool does as
// well. If a panics or calls runtime.Goexit, b does not begin any more or is waited
// for; panics and Goexit otherwise as at Frame.Join, and if p is a *Pool, as at
// Func.On. Costs a fork; a closure that captures variables costs its allocation too.
func Join(p Place, a, b func(w *Worker)) {
	need("Join", a != nil && b != nil)
	if w, ok := p.(*Worker); ok && w.tops() {
		w.join(a, b)
		return
	}
	joinAt(p, a, b)
}

// joinAt is apart for the sake of short stack frames in deep recursion.
//
//go:noinline
func joinAt(p Place, a, b func(w *Worker)) {
	s := spotOf(p)
	if s.stack == nil || s.whole {
		s.run(func(w *sched.Worker) { workerOn(w).join(a, b) })
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
func (w *Worker) join(a, b func(w *Worker)) {
	f := w.frame()
	w.branch(a, f.Fork(b))
	if _, done := f.Join(); !done {
		b(w)
	}
}

// branch runs a at next, while the fork at w is pending: calls inside a begin above
// that, wherever they are made. If a does not return, the fork ends here.
func (w *Worker) branch(a func(w *Worker), next *Frame[func(*Worker), none]) {
	returned := false
	defer func() { w.stack.core.Fall(w.i, returned) }()
	w.stack.core.Rise(next.i)
	a((*Worker)(next))
	returned = true
}

// Blocking runs f, which may wait for something that is not the scheduler's: a
// channel, a lock, the network. Meanwhile another worker takes the place of
// this one, so that what f waits for can run in the same pool. At most 1,024
// goroutines stand in for others.
//
// It means the task of p's pool that the caller is in, or else that of another pool.
// Forks that the body of a Func has pending and nobody asked for can be stolen meanwhile
// if p is its Frame, and else stay its own. In no task, and inside another Blocking, f is
// just called; Blocking panics with ErrClosed if the pool is closed.
func Blocking(p Place, f func()) {
	need("Blocking", f != nil)
	s := spotOf(p)
	w := s.pool.Here()
	if w == nil {
		w = sched.Elsewhere()
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
