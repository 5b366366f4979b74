package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A Scope is a set of tasks that is waited for as a whole: those spawned in it from outside, and
// all that these spawn. It is how a real-time run is made: tasks come while the workers run, as
// from the generating thread of Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22].
//
// The count of its tasks detects the end: each task is counted before it is visible, and counted
// down after it has counted what it spawned. So the count reaches zero once, after the last task.
type Scope struct {
	pool    *Pool
	tasks   count // and one for who made the scope, until Wait
	failure atomic.Pointer[PanicError]
	waited  atomic.Bool
}

// NewScope returns an empty scope, which must be waited for. It panics if the pool is closed.
func (p *Pool) NewScope() *Scope {
	if p.closed.Load() || !p.scopes.add() {
		panic("classic: NewScope on a closed pool")
	}
	return newScope(p)
}

func newScope(p *Pool) *Scope {
	s := &Scope{pool: p}
	s.tasks.n.Store(1)
	return s
}

// Spawn adds a task: through the injector, from which any worker takes it, or, if workers are Alone, to
// one worker after the other. Safe for concurrent use, until the scope has ended. Never blocks.
func (s *Scope) Spawn(f func(w *Worker)) {
	p := s.pool
	if p.config.Alone {
		// ORDER: none: it only deals, and publishes nothing.
		s.SpawnTo(int(p.turn.Add(1)%uint32(len(p.workers))), f)
		return
	}
	p.injector.Push(s.task(f))
	p.sleep.post(nil)
}

// SpawnTo adds a task to the inbox of a worker, which takes it when its deque is empty; unless
// workers are Alone, thieves may take it before. Safe for concurrent use, until the scope has
// ended. Never blocks. It panics if worker is not from 0 to Workers() - 1.
func (s *Scope) SpawnTo(worker int, f func(w *Worker)) {
	to := s.pool.workers[worker]
	to.inbox.Push(s.task(f))
	s.pool.sleep.post(to)
}

// task makes a task, and counts it.
func (s *Scope) task(f func(w *Worker)) *task {
	if !s.tasks.add() {
		panic("classic: Spawn in a Scope that has ended")
	}
	return &task{body: call(f), scope: s}
}

// Wait blocks until all tasks have ended. If any has panicked, it panics with the *PanicError of
// the first; the others have run all the same. Call it once, and not inside of a task.
func (s *Scope) Wait() {
	// ORDER: only to find misuse; the count and its latch publish all that matters.
	if s.waited.Swap(true) {
		panic("classic: a second Wait for one Scope")
	}
	s.tasks.done(&s.pool.sleep)
	s.tasks.ended.wait()
	s.pool.scopes.done(&s.pool.sleep)
	s.raise()
}

// raise panics if a task has panicked.
func (s *Scope) raise() {
	if e := s.failure.Load(); e != nil {
		panic(e)
	}
}

// A count is how many of something have not ended. At zero it sets its latch, and stays there.
type count struct {
	n     atomic.Int64
	ended latch
}

// add counts one more. It reports false if the count is at zero.
//
// ORDER: before the task is made visible, whose end counts down: the count cannot reach zero between.
func (c *count) add() bool {
	for {
		n := c.n.Load()
		if n == 0 || c.n.CompareAndSwap(n, n+1) {
			return n > 0
		}
	}
}

// done counts one less.
//
// ORDER: after all that the task did and counted; whoever brings the count to zero has seen the other
// decrements, and publishes all of it by the latch.
func (c *count) done(s *sleep) {
	if c.n.Add(-1) == 0 {
		c.ended.set(s)
	}
}

// A latch is set once, and waited for: a stolen fork has ended, or all tasks of a scope, or the pool.
// Workers wait for it in sleep.sleep; one other goroutine may wait by wait.
//
// A waiter changes open to awaited before it sleeps, and the setter changes either to set. So
// either the setter finds the latch awaited and wakes, or the waiter finds it set and does not sleep.
type latch struct {
	state  atomic.Uint32
	parker *park.Parker // of wait
}

const (
	open uint32 = iota
	awaited
	set
)

func (l *latch) isSet() bool { return l.state.Load() == set }

// announce says that somebody is about to sleep until the latch is set. False: it is set.
//
// ORDER: before the waiter sleeps; set's swap finds it and wakes, or came first, and we see it.
func (l *latch) announce() bool {
	l.state.CompareAndSwap(open, awaited)
	return !l.isSet()
}

// set sets the latch and wakes who sleeps for it.
//
// ORDER: publishes what the setter did to all that see the latch set; announce's CAS comes before the
// swap, and we wake, or after it and fails.
func (l *latch) set(s *sleep) {
	switch {
	case l.state.Swap(set) != awaited:
	case l.parker != nil:
		l.parker.Unpark()
	default:
		s.wake(0, func(w *Worker) bool { return w.waits == l })
	}
}

// wait blocks a goroutine that is no worker until the latch is set.
func (l *latch) wait() {
	l.parker = park.New()
	if l.announce() {
		l.parker.Park()
	}
}
