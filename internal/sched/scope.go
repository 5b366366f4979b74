package sched

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// Task is what a deque holds: a spawned task, or where forks go through a
// deque, the frame of one.
type Task struct {
	scope *Scope
	body  any

	stack *Stack // of a fork; nil for a spawned task
	frame uint32
}

// Scope is a group of spawned tasks that somebody waits for. Spawn and Fail are
// safe for concurrent use; the rest is its maker's.
//
// Invariants:
//
//	I1  state = 2 * tasks not ended, plus 1 while the maker is parked.
//	I2  Whoever clears the lowest bit wakes the maker, once.
//	I3  While tasks > 0 the pool counts the scope as inside.
type Scope struct {
	pool   *Pool
	job    *Job
	home   *Worker // where it was made, or nil if outside
	next   *Scope  // in home's list of scopes not waited for
	run    func(w *Worker, body any) error
	cancel func(error) // cancels the scope's context
	waiter *Worker     // written before the maker parks
	state  atomic.Int64
	inbox  []*Task // under the injector's lock

	mu      park.Mutex // the fields below
	err     error
	failure *Failure
	stopped bool
	tasks   int // not ended
	limit   int
	running int
	held    []*Task // beyond the limit
}

// NewScope returns a scope whose tasks are run by run, which must do nothing for
// a task that comes after cancel was called. Made on a worker, home, it belongs
// to that worker's current call; home may be nil.
func NewScope(p *Pool, home *Worker, job *Job, run func(*Worker, any) error, cancel func(error)) *Scope {
	s := &Scope{pool: p, home: home, job: job, run: run, cancel: cancel}
	if home != nil {
		s.job = home.job
		s.next, home.scopes = home.scopes, s
	}
	return s
}

// SetLimit makes at most n tasks of the scope run at a time; 0 lifts the limit.
func (s *Scope) SetLimit(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = n
}

// Spawn adds a task, on the queue of the worker from which it comes, or on the
// injector if from is nil or another pool's. Never blocks for long.
func (s *Scope) Spawn(from *Worker, body any) {
	t := &Task{scope: s, body: body}
	admitted, now := s.add(t)
	if !admitted {
		s.Fail(ErrClosed, nil)
	}
	if now {
		s.launch(from, t)
	}
}

// add counts t. It reports whether the pool lets it in, and whether t starts
// now rather than being held back by the limit.
func (s *Scope) add(t *Task) (admitted, now bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tasks == 0 && !s.pool.admit(s.home != nil) {
		return false, false
	}
	s.tasks++
	// ORDER: counted before it can be found, so the scope cannot end without it.
	s.state.Add(2)
	if s.limit > 0 && s.running >= s.limit {
		s.held = append(s.held, t)
		return true, false
	}
	s.running++
	return true, true
}

// remove counts one task as ended for the pool and the limit, and returns one
// that was held back.
func (s *Scope) remove() (last bool, t *Task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tasks--
	s.running--
	if len(s.held) > 0 && (s.limit == 0 || s.running < s.limit) {
		t = s.held[0]
		s.held[0] = nil
		s.held = s.held[1:]
		s.running++
	}
	return s.tasks == 0, t
}

func (s *Scope) launch(from *Worker, t *Task) {
	if from == nil || from.pool != s.pool {
		s.inject(t)
		return
	}
	if !from.queue.Push(t) {
		s.inject(t) // full
		return
	}
	s.pool.sleep.Post()
}

// inject puts a task where any worker and the maker find it. If nobody is free
// to look, the maker is woken to do it itself.
func (s *Scope) inject(t *Task) {
	s.pool.injector.push(t)
	s.pool.sleep.Post()
	if s.pool.sleep.Wanted() {
		return
	}
	// ORDER: after the push; the maker looks at the inbox before it parks.
	for st := s.state.Load(); st&1 == 1; st = s.state.Load() {
		if s.state.CompareAndSwap(st, st&^1) {
			s.wake()
			return
		}
	}
}

// wake wakes the maker, with a token that nobody gave.
func (s *Scope) wake() {
	s.pool.sleep.Enter()
	s.waiter.parker.Unpark()
}

// Fail records why a task did not do its work, if it is the first, and cancels
// the rest.
func (s *Scope) Fail(err error, f *Failure) {
	s.mu.Lock()
	first := !s.stopped
	if first {
		s.err, s.failure, s.stopped = err, f, true
	}
	s.mu.Unlock()
	if first {
		s.cancel(err)
	}
}

// Idle reports whether s has no task that has not ended.
func (s *Scope) Idle() bool { return s.state.Load() < 2 }

// Outcome returns the failure or the error that came first, after Wait.
func (s *Scope) Outcome() (*Failure, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure, s.err
}
