package skua

import (
	"context"
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/spawn"
)

// Scope is a group of spawned tasks, shaped like errgroup.Group: Go starts a task, Wait returns
// when all have ended, the first error cancels the rest. NewScope makes one: a zero Scope panics.
// Tasks may spawn into their own scope, fork, and make scopes. Go, Worker.Go and Context are safe
// for concurrent use; only the maker of the scope calls SetLimit. If the scope was made at a
// *Worker or *Frame only the maker calls Wait, too; for one made at a *Pool any number of
// goroutines may wait at a time, and all get the result.
//
// No task of a scope runs after Wait has returned, unless it was spawned after that: the
// first Go after a Wait begins a new round, with a new context and a new result, and each
// Wait returns the result of the round in which it was called. If a task made the scope,
// that task itself must begin each round; a Go elsewhere panics then. A scope that a task
// made and did not wait for is cancelled and waited for at the end of the Pool.Run, or of
// the stolen or spawned task, in which it was made.
type Scope struct {
	parent context.Context
	at     spot     // where it was made, plain if at a task's place; else its Pool must not go while tasks run
	job    crew.Job // if made at a pool

	mu    park.Mutex // of the contexts of all rounds, and the change of now
	now   atomic.Pointer[round]
	first round // last, since it ends with the words that each spawn writes
}

// round is a scope from its first task until a Wait returns: each round has a context of
// its own. It is what core needs of the facade (spawn.Tasks).
type round struct {
	of    *Scope
	stop  func() bool             // of a scope made from outside: unties it from the parent
	ended atomic.Bool             // the context, whether it is made yet or not
	ctx   context.Context         // under Scope.mu, as end and cause
	end   context.CancelCauseFunc // nil until somebody asks for ctx
	cause error
	core  spawn.Scope
}

// present returns the round that a task is to be spawned into. Who spawns into it does not come after the
// one that has begun it, as far as the race detector sees.
func (s *Scope) present() *spawn.Scope {
	apart.Hide()
	r := s.now.Load()
	apart.Show()
	return &r.core
}

// NewScope returns a scope whose context derives from ctx. At a *Pool, the
// caller of Wait becomes a guest that runs tasks of the scope itself; at a
// *Worker or *Frame the scope belongs to that task. A scope and its Wait cost some
// 0.5 µs and one allocation of 550 bytes (BenchmarkInside); a ctx that can end and the
// first call of Context cost more.
func NewScope(ctx context.Context, p Place) *Scope {
	needs(ctx != nil, "NewScope", "a context")
	at := spotOf(p)
	s := &Scope{parent: ctx, at: at}
	r := &s.first
	r.of = s
	s.now.Store(r) // ORDER: no other goroutine knows s yet
	if at.plain() {
		r.core.Init(at.pool.Board(), at.stack.Worker(), nil, r)
		return s
	}
	at.pool.Watch.Began()
	r.stop = at.pool.Begin(&s.job, ctx)
	r.core.Init(at.pool.Board(), nil, &s.job, r)
	return s
}

// Context returns the scope's context, which ends with the first error, with
// the context that NewScope got, and when Wait returns. The first Go after that begins
// another.
func (s *Scope) Context() context.Context {
	s.must("Scope.Context")
	return s.now.Load().context()
}

func (r *round) context() context.Context {
	s := r.of
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.ctx == nil { // made on demand: few programs need it, and it is half the price of a scope
		r.ctx, r.end = context.WithCancelCause(s.parent)
		if r.ended.Load() {
			r.end(r.cause)
		}
	}
	return r.ctx
}

// Cancel ends the round's context.
func (r *round) Cancel(cause error) {
	r.of.mu.Lock()
	defer r.of.mu.Unlock()
	if !r.ended.Load() {
		r.cause = cause
		r.ended.Store(true) // ORDER: no task of the round starts after it; the cause is under mu
	}
	if r.end != nil {
		r.end(cause)
	}
}

// SetLimit makes at most n tasks of the scope run at a time; 0 or less lifts the limit. No more run
// than the pool has workers, whatever n is, unless they wait inside Blocking. Go never blocks,
// other than errgroup's: tasks beyond the limit wait until another ends, and a loop that spawns
// many calls AwaitRoom or TryGo. Panics if tasks of the scope have not ended.
func (s *Scope) SetLimit(n int) {
	s.must("Scope.SetLimit")
	s.now.Load().core.Settle() // not under mu, which the end of a task may want
	s.mu.Lock()
	defer s.mu.Unlock() // else a Go elsewhere may begin a round meanwhile, with the limit of before
	if !s.now.Load().core.SetLimit(max(n, 0)) {
		panic("skua: Scope.SetLimit while tasks of the scope have not ended: call it before the first Go, or after Wait")
	}
}

// Go spawns task. It never waits. A task that has not started when the scope's context
// ends does not start. After Close of the pool, a scope from outside that has no tasks
// accepts none: Wait returns ErrClosed.
//
// In a task of the pool it spawns on the queue of the worker that runs there, as Worker.Go does, and
// from elsewhere into an inbox of the scope. If the goroutine then waits for the task otherwise than by
// Wait, outside Blocking, and every worker waits so, another worker runs it, 100 to 300 ms later.
//
// The first Go after a Wait begins a new round. If a task made the scope, that Go panics on
// another goroutine than the task's, and after the task has ended.
//
// A Go costs some 0.1 µs (BenchmarkSubmit), and a wake-up if a worker sleeps:
// that worker begins the task 5 to 20 µs later (BenchmarkStart).
func (s *Scope) Go(task func(w *Worker) error) {
	s.must("Scope.Go")
	need("Scope.Go", task != nil)
	r := s.present()
	if r.Spawn(r.Board.Crew.Spawner(), task) {
		// The goroutine may wait for the task outside Blocking, as one that knows of no worker: so the
		// queue is attended as an inbox is.
		r.Board.Attend()
	}
}

// TryGo is Go unless the scope is Full, and reports whether it has spawned task. A recorded steal
// schedule does not have what it answered: a replay of it diverges.
func (s *Scope) TryGo(task func(w *Worker) error) bool {
	need("Scope.TryGo", task != nil)
	if s.Full() {
		return false
	}
	s.Go(task)
	return true
}

// Full reports whether as many tasks as SetLimit allows have not ended. Several goroutines that ask at once
// may all find the same room: of what they spawn then, the tasks beyond the limit wait.
func (s *Scope) Full() bool {
	s.must("Scope.Full")
	return s.now.Load().core.Full()
}

// AwaitRoom waits while the scope is Full. It is the brake of a loop that spawns, which else is
// ahead of its tasks by all that it reads.
//
// Without a limit it returns at once, and when the scope's context ends. In a task another worker
// takes its place while it waits, as in Blocking. A task of the scope would wait for itself:
// AwaitRoom panics there.
func (s *Scope) AwaitRoom() {
	s.must("Scope.AwaitRoom")
	r := s.now.Load()
	if spawn.Endless(crew.Innermost(), &r.core) {
		panic("skua: Scope.AwaitRoom in a task of the scope would wait for that task")
	}
	if r.core.Full() {
		done := r.context().Done()
		Blocking(Here(), func() { r.core.AwaitRoom(done) })
	}
}

// Place implements spawn.Tasks.
func (r *round) Place(w *crew.Worker) any { return workerOn(w) }

// Run implements spawn.Tasks.
func (r *round) Run(place, task any) error {
	if parent := r.of.parent; parent.Err() != nil {
		return context.Cause(parent) // the round's own context may end a moment later
	}
	if r.ended.Load() {
		return context.Cause(r.context())
	}
	return task.(func(*Worker) error)(place.(*Worker))
}

// Next is what spawners call. They find the round by no order that the race detector sees, so it sees nothing
// of what is written here either.
//
//go:norace
func (r *round) Next() (core *spawn.Scope, held bool) {
	s := r.of
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now.Load(); now != r {
		return &now.core, false
	}
	next := &round{of: s}
	held = next.core.After(&r.core, next)
	if !s.at.plain() {
		next.stop = s.job.Tie()
	}
	s.now.Store(next) // ORDER: complete, and held, before others find it
	return &next.core, held
}

// Wait returns when all tasks have ended: the first error, or nil. If a task
// panicked, Wait panics with a *PanicError; if one ended by runtime.Goexit, so
// does the caller of Wait. While it waits it runs tasks of the scope, and no
// other tasks; when it finds none it parks, and another worker takes its place. At a *Pool that
// limits its guests Wait is a call from outside: it may wait in line first, while workers
// run the tasks.
//
// A task that waits for its own scope would wait for itself: Wait panics there. It also
// panics if the scope belongs to a task and another goroutine calls Wait. It does not see
// the mistake in a task that such a task has forked; Config.Watchdog reports that.
func (s *Scope) Wait() error {
	s.must("Scope.Wait")
	r := s.now.Load()
	r.core.Settle()
	s.wait(r)
	failure, err, over := r.core.Take()
	for ; !over; failure, err, over = r.core.Take() { // a task came meanwhile
		s.wait(r)
	}
	if r.stop != nil {
		r.stop()
	}
	r.Cancel(nil)
	r.core.Gather()
	switch {
	case failure == nil:
		return err
	case failure == crew.Exited:
		runtime.Goexit()
	}
	panic(panicError(failure))
}

func (s *Scope) wait(r *round) {
	switch {
	case r.core.Over() && !r.core.WaitCounts(): // perhaps because its task has ended, which waits for the scope
	case !s.at.plain():
		s.waitAsGuest(r)
	case r.core.Foreign():
		panic("skua: Scope.Wait for a scope that was made at a Worker or Frame is for the goroutine that made it")
	case s.at.stack.Worker().Open():
		s.waitOn(s.at.stack.Worker(), r)
	default: // in a Func's body, or in Blocking
		w := s.at.stack.Worker()
		s.at.stack.ShowBelow(s.at.i)
		w.Own.Flush()
		s.waitAsGuest(r)
	}
}

func (s *Scope) waitAsGuest(r *round) {
	w := sched.EnterFor(&r.core)
	if w == nil {
		return // all tasks have ended while the call waited in line
	}
	defer sched.Depart(w, nil)
	s.waitOn(w, r)
}

// waitOn waits for the rest also if a task's Goexit ends the goroutine.
func (s *Scope) waitOn(w *crew.Worker, r *round) {
	if spawn.Endless(w, &r.core) {
		panic("skua: Scope.Wait in a task of the scope would wait for that task")
	}
	ended := false
	defer func() {
		if !ended {
			r.core.Wait(w)
		}
	}()
	r.core.Wait(w)
	ended = true
}

// must panics unless s was made by NewScope.
func (s *Scope) must(name string) {
	needs(s != nil && s.parent != nil, name, "a Scope that NewScope made, not a nil or zero one")
}
