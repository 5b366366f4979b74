package classic

import "sync/atomic"

// A Scope is a set of tasks that is waited for as a whole: those spawned in it from outside, and
// all that these spawn. It is how a real-time run is made: tasks come while the workers run, as
// in the generating thread of Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22].
//
// The number of its tasks that have not ended detects its end: each task is counted before it is
// visible, and counted down after it has counted what it spawned. So the number reaches zero once, after
// the last task.
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
	if !p.config.Alone {
		p.injector.Push(s.task(f))
		p.sleep.post(nil)
		return
	}
	// ORDER: none: it only deals, and publishes nothing.
	s.SpawnTo(int(p.turn.Add(1)%uint32(len(p.workers))), f)
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
	if f == nil {
		panic("classic: Spawn of a nil function")
	}
	if !s.tasks.add() {
		panic("classic: Spawn in a Scope that has ended")
	}
	return &task{body: call(f), scope: s}
}

// Wait blocks until all tasks have ended. If any has panicked, it panics with the *PanicError of
// the first; the others have run all the same. Call it once, and not inside of a task.
func (s *Scope) Wait() {
	// ORDER: only to find misuse; the count's decrement and the latch publish all that matters.
	if s.waited.Swap(true) {
		panic("classic: a second Wait for one Scope")
	}
	s.tasks.done(&s.pool.sleep)
	s.tasks.ended.wait()
	s.pool.scopes.done(&s.pool.sleep)
	if e := s.failure.Load(); e != nil {
		panic(e)
	}
}

// fail notes that a task has panicked.
func (s *Scope) fail(e *PanicError) {
	// ORDER: before the task is counted down; the waiter, after the count is zero, loads it.
	s.failure.CompareAndSwap(nil, e)
}
