package par

import (
	"context"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par/internal/call"
)

// Scope is a skua.Scope whose tasks have results: Go spawns a task, Wait returns the results of all
// in the order in which they were spawned. It is for tasks that come one by one, or that spawn
// others. For a handful of functions that are known take Gather, for a slice MapErr.
//
// Go is safe for concurrent use, also from tasks of the scope. Wait is called by who made the
// scope, and ends it: a Go after that panics, and a Wait does what the first one did. The first
// error, in time, ends the context of all tasks, since they may wait for each other, and no further
// task begins; with AllErrors no error does.
type Scope[R any] struct {
	set      call.Settings
	failures *call.Failures // nil: ctx had ended already, with
	err      error
	scope    *skua.Scope // nil: each task runs in Go

	mu      sync.Mutex
	results []R
	spawned int  // tasks that the scope has, of those with a place in results
	over    bool // Wait has returned
}

// NewScope returns a scope whose context derives from ctx. Its tasks run on the pool where a call
// with the same options would; at most MaxWorkers of them at a time. Grain has no meaning. In
// Sequential a task runs in Go. A scope made in a task must be waited for there. Panics if ctx is
// nil, and with skua.ErrClosed if the pool is closed. A scope costs about a microsecond.
func NewScope[R any](ctx context.Context, o ...Option) *Scope[R] {
	s := &Scope[R]{set: resolve(o)}
	s.set.AsReady = true // tasks may wait for each other, whatever their order
	s.failures, s.err = s.set.Watch("NewScope", ctx)
	if !s.set.Sequential {
		s.scope = skua.NewScope(context.Background(), s.set.At())
		s.scope.SetLimit(s.set.Workers)
	}
	return s
}

// Go spawns task, whose context ends with the first error, and never waits. It panics if task is
// nil, and after Wait. A Go costs some 0.2 µs, and a wake-up if a worker sleeps.
func (s *Scope[R]) Go(task func(ctx context.Context) (R, error)) {
	s.must("Scope.Go")
	call.Need("Scope.Go", task != nil)
	i := s.place()
	if s.err != nil {
		return
	}
	run := func(*skua.Worker) error {
		one, returned := s.failures.Stretch(i), false
		defer one.Leave(&returned)
		one.Do(i, func(ctx context.Context, i int) error {
			r, err := task(ctx)
			if err == nil {
				s.put(i, r)
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
	s.scope.Go(run)
	s.counts()
}

// In race builds the lock is hidden from the detector, which looks into none of the functions that
// take it: tasks that spawn, and results, are parallel to each other. That all of them come before
// the end of Wait it learns from the skua.Scope.

func (s *Scope[R]) lock()   { apart.Hide(); s.mu.Lock() }
func (s *Scope[R]) unlock() { s.mu.Unlock(); apart.Show() }

// place returns the index of the next task, and makes room for its result.
//
//go:norace
func (s *Scope[R]) place() int {
	s.lock()
	defer s.unlock()
	if s.over {
		panic("par: Scope.Go after Wait, which ends the scope")
	}
	var none R
	s.results = append(s.results, none)
	return len(s.results) - 1
}

// counts counts a task that the scope has.
//
//go:norace
func (s *Scope[R]) counts() {
	s.lock()
	defer s.unlock()
	s.spawned++
}

// settled returns how many tasks there are, or -1 if one of them is being spawned.
//
//go:norace
func (s *Scope[R]) settled() int {
	s.lock()
	defer s.unlock()
	if s.scope != nil && s.spawned < len(s.results) {
		return -1
	}
	return len(s.results)
}

// ends lets no task be spawned any more, and reports true, if there are as many as there were before
// the scope was last waited for: then all have ended.
//
//go:norace
func (s *Scope[R]) ends(before int) bool {
	s.lock()
	defer s.unlock()
	s.over = s.over || len(s.results) == before
	return s.over
}

// end lets no task be spawned any more.
//
//go:norace
func (s *Scope[R]) end() {
	s.lock()
	defer s.unlock()
	s.over = true
}

//go:norace
func (s *Scope[R]) put(i int, r R) {
	s.lock()
	defer s.unlock()
	s.results[i] = r
}

// Wait returns when all tasks have ended: their results in the order of the calls of Go, or nil and
// an error: of those of the tasks that have failed, that of the one that was spawned first, or all,
// joined, with AllErrors. While it waits it runs tasks of the scope. If a task panics Wait does,
// with a *skua.PanicError, and in Sequential Go does, with the value; Goexit alike. A second Wait
// does the same again.
func (s *Scope[R]) Wait() ([]R, error) {
	s.must("Scope.Wait")
	defer s.end() // also if a task has panicked
	if s.err != nil {
		return nil, s.err
	}
	defer s.failures.Close()
	for before := s.settled(); ; before = s.settled() {
		if s.scope != nil {
			if err := s.scope.Wait(); err != nil {
				return nil, err
			}
		}
		if s.ends(before) {
			break
		}
	}
	if err := s.failures.Result(); err != nil {
		return nil, err
	}
	return s.results, nil
}

// must panics unless s was made by NewScope.
func (s *Scope[R]) must(name string) {
	if s == nil || s.failures == nil && s.err == nil {
		panic("par: " + name + " needs a Scope that NewScope made, not a nil or zero one")
	}
}
