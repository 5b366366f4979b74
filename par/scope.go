package par

import (
	"cmp"
	"context"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par/internal/call"
)

// Scope is a skua.Scope whose tasks have results: Go spawns a task, Wait returns the results of all
// in the order in which they were spawned. It is for tasks that come one by one, or that spawn
// others. NewScope makes one: a zero Scope panics. For a handful of functions that are known take
// Gather, for a slice MapErr.
//
// Go is safe for concurrent use, also from tasks of the scope. Wait is called by who made the
// scope. The first Go after it begins a new round, with a new context and no results; until then a
// Wait does what the last one did. The first error, in time, ends the context of all tasks of its
// round, since they may wait for each other, and no further one begins; with AllErrors no error
// does.
type Scope[R any] struct {
	set   call.Settings
	ctx   context.Context
	scope *skua.Scope // nil: each task runs in Go
	drop  func()      // lets no task of scope begin; nil: ctx never ends
	edge  apart.Edge  // the round is made

	mu      sync.Mutex
	round   *scopeRound[R]
	running int  // tasks
	expired bool // ctx has ended while Wait waits
}

// scopeRound is a scope until a Wait has returned, and the next Go has come.
type scopeRound[R any] struct {
	failures *call.Failures // nil: ctx had ended already, with
	err      error

	// Under the scope's lock.
	results []R
	spawned int  // tasks that the scope has, of those with a place in results
	over    bool // Wait has returned
}

// NewScope returns a scope whose context derives from ctx. Its tasks run on the pool where a call
// with the same options would; at most MaxWorkers of them at a time. Grain has no meaning. In
// Sequential a task runs in Go. A scope made in a task must be waited for there. Panics if ctx is
// nil, and with skua.ErrClosed if the pool is closed. A scope costs about a microsecond.
func NewScope[R any](ctx context.Context, o ...Option) *Scope[R] {
	s := &Scope[R]{set: resolve(o), ctx: ctx}
	s.set.AsReady = true // tasks may wait for each other, whatever their order
	s.round = s.newRound()
	if !s.set.Sequential {
		own := context.Background()
		if ctx.Done() != nil {
			own, s.drop = context.WithCancel(own)
		}
		s.scope = skua.NewScope(own, s.set.At())
		s.scope.SetLimit(s.set.Workers)
	}
	return s
}

func (s *Scope[R]) newRound() *scopeRound[R] {
	r := &scopeRound[R]{results: []R{}}
	r.failures, r.err = s.set.Watch("NewScope", s.ctx)
	s.edge.Release()
	return r
}

// Go spawns task, whose context ends with the first error, and never waits: a loop that spawns many
// calls AwaitRoom or TryGo. It panics if task is nil, and on another goroutine than that of the
// task which made the scope, if it begins a round. A Go costs some 0.2 µs, and a wake-up if a
// worker sleeps.
func (s *Scope[R]) Go(task func(ctx context.Context) (R, error)) {
	s.must("Scope.Go")
	call.Need("Scope.Go", task != nil)
	r, i := s.place(nil)
	if i < 0 {
		next := s.newRound()
		if r, i = s.place(next); r != next && next.failures != nil { // another Go has begun one
			next.failures.Close()
		}
	}
	s.edge.Acquire()
	if r.err != nil {
		return
	}
	run := func(*skua.Worker) error {
		s.runs(1, false)
		defer s.ended()
		one, returned := r.failures.Stretch(i), false
		defer one.Leave(&returned)
		one.Do(i, func(ctx context.Context, i int) error {
			result, err := task(ctx)
			if err == nil {
				s.put(r, i, result)
			}
			return err
		})
		returned = true
		return nil
	}
	if s.scope == nil {
		run(nil)
		return
	}
	spawned := false
	defer func() {
		if !spawned { // Go has panicked
			r.failures.Lose()
		}
		s.counts(r)
	}()
	s.scope.Go(run)
	spawned = true
}

// TryGo is Go unless the scope is Full, and reports whether it has spawned task.
func (s *Scope[R]) TryGo(task func(ctx context.Context) (R, error)) bool {
	call.Need("Scope.TryGo", task != nil)
	if s.Full() {
		return false
	}
	s.Go(task)
	return true
}

// Full reports whether as many tasks as MaxWorkers allows have not ended, as that of a skua.Scope does.
func (s *Scope[R]) Full() bool {
	s.must("Scope.Full")
	return s.scope != nil && s.scope.Full()
}

// AwaitRoom waits while the scope is Full, as that of a skua.Scope does. A task of the scope panics
// there.
func (s *Scope[R]) AwaitRoom() {
	s.must("Scope.AwaitRoom")
	if s.scope != nil {
		s.scope.AwaitRoom()
	}
}

// In race builds the lock is hidden from the detector, which looks into none of the functions that
// take it: tasks that spawn, and results, are parallel to each other. That all of them come before
// the end of Wait it learns from the skua.Scope.

func (s *Scope[R]) lock()   { apart.Hide(); s.mu.Lock() }
func (s *Scope[R]) unlock() { s.mu.Unlock(); apart.Show() }

// place returns the round of the next task, the task's index, and makes room for its result. If the
// round is over it begins next, or returns -1 if that is nil.
//
//go:norace
func (s *Scope[R]) place(next *scopeRound[R]) (r *scopeRound[R], i int) {
	s.lock()
	defer s.unlock()
	switch {
	case !s.round.over:
	case next == nil:
		return nil, -1
	default:
		s.round = next
	}
	var none R
	s.round.results = append(s.round.results, none)
	return s.round, len(s.round.results) - 1
}

// counts counts a task that the scope has.
//
//go:norace
func (s *Scope[R]) counts(r *scopeRound[R]) {
	s.lock()
	defer s.unlock()
	r.spawned++
}

// settled returns the round, and how many tasks it has, or -1 if one of them is being spawned.
//
//go:norace
func (s *Scope[R]) settled() (r *scopeRound[R], n int) {
	s.lock()
	defer s.unlock()
	if r = s.round; s.scope != nil && r.spawned < len(r.results) {
		return r, -1
	}
	return r, len(r.results)
}

// ends ends the round, and reports true, if there are as many tasks as there were before
// the scope was last waited for: then all have ended.
//
//go:norace
func (s *Scope[R]) ends(r *scopeRound[R], before int) bool {
	s.lock()
	defer s.unlock()
	r.over = r.over || len(r.results) == before
	return r.over
}

// A Wait that stands in the pool's line leaves it when ctx ends, for its skua.Scope is cancelled
// then: but only when no task runs, since that would unwind those that do.

func (s *Scope[R]) ended() {
	if s.runs(-1, false) {
		s.drop()
	}
}

// expire is called when ctx has ended.
func (s *Scope[R]) expire() {
	if s.runs(0, true) {
		s.drop()
	}
}

// runs adds to the number of tasks that run, and reports whether the skua.Scope is to be cancelled.
//
//go:norace
func (s *Scope[R]) runs(n int, expired bool) bool {
	s.lock()
	defer s.unlock()
	s.running += n
	s.expired = s.expired || expired
	return s.expired && s.running == 0
}

// end ends the round.
//
//go:norace
func (s *Scope[R]) end(r *scopeRound[R]) {
	s.lock()
	defer s.unlock()
	r.over = true
}

//go:norace
func (s *Scope[R]) put(r *scopeRound[R], i int, result R) {
	s.lock()
	defer s.unlock()
	r.results[i] = result
}

// Wait returns when all tasks have ended: their results in the order of the calls of Go, or nil and
// an error: of those of the tasks that have failed, that of the one that was spawned first, or all,
// joined, with AllErrors. While it waits it runs tasks of the scope. If a task panics Wait does,
// with a *skua.PanicError, and in Sequential Go does, with the value; Goexit alike.
func (s *Scope[R]) Wait() ([]R, error) {
	s.must("Scope.Wait")
	r, before := s.settled()
	s.edge.Acquire()
	defer s.end(r) // also if a task has panicked
	if r.err != nil {
		return nil, r.err
	}
	defer r.failures.Close()
	if s.drop != nil {
		defer context.AfterFunc(s.ctx, s.expire)()
	}
	for ; ; _, before = s.settled() {
		if s.scope != nil {
			if err := s.scope.Wait(); err != nil { // tasks did not begin, or it was closed
				return nil, cmp.Or(r.failures.Result(), context.Cause(s.ctx), err)
			}
		}
		if s.ends(r, before) {
			break
		}
	}
	if err := r.failures.Result(); err != nil {
		return nil, err
	}
	return r.results, nil
}

// must panics unless s was made by NewScope.
func (s *Scope[R]) must(name string) {
	if s == nil || s.ctx == nil {
		panic("par: " + name + " needs a Scope that NewScope made, not a nil or zero one")
	}
}
