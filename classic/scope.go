package classic

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A Scope is a set of tasks that is waited for as a whole: those spawned in it from outside, and
// all that these spawn. It is how a real-time run is made: tasks come while the workers run, as
// from the generating thread of Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22].
//
// Its latch detects the end: each task is counted before it is visible, and counted down after it
// has counted what it spawned. So the count reaches zero once, after the last task.
type Scope struct {
	pool    *Pool
	tasks   latch // and one for who made the scope, until Wait
	failure atomic.Pointer[PanicError]
	waited  atomic.Bool
}

// NewScope returns an empty scope, which must be waited for. It panics if the pool is closed.
func (p *Pool) NewScope() *Scope {
	if p.closed.Load() || !p.scopes.add() {
		panic("classic: NewScope on a closed pool")
	}
	return &Scope{pool: p}
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

// SpawnTo is Spawn through the inbox of a worker, which takes the task when its deque is empty; unless
// workers are Alone, a thief may be faster. It panics if worker is not from 0 to Workers() - 1.
func (s *Scope) SpawnTo(worker int, f func(w *Worker)) {
	if uint(worker) >= uint(len(s.pool.workers)) {
		panic(fmt.Sprintf("classic: SpawnTo worker %d: want 0 to %d", worker, len(s.pool.workers)-1))
	}
	to := s.pool.workers[worker]
	to.inbox.Push(s.task(f))
	s.pool.sleep.post(to)
}

// task makes a task, and counts it.
func (s *Scope) task(f func(w *Worker)) *task {
	if !s.tasks.add() {
		panic("classic: Spawn in a Scope that has ended")
	}
	return &task{body: call(f), scope: s, tells: &s.tasks}
}

// Wait blocks until all tasks have ended. If any has panicked, it panics with the *PanicError of
// the first; the others have run all the same. Call it once, and not inside of a task.
func (s *Scope) Wait() {
	// ORDER: only to find misuse; the latch publishes all that matters.
	if s.waited.Swap(true) {
		panic("classic: a second Wait for one Scope")
	}
	s.tasks.done(&s.pool.sleep)
	s.tasks.wait()
	s.pool.scopes.done(&s.pool.sleep)
	s.raise()
}

// raise panics if a task has panicked.
func (s *Scope) raise() {
	if e := s.failure.Load(); e != nil {
		panic(e)
	}
}

// A latch counts what has not ended: the tasks of a scope, a stolen fork, the workers of a pool. At
// zero it opens, and stays open. The zero value counts one. Workers wait for it in sleep.sleep; one
// other goroutine may wait by wait.
//
//	bits 63..1  what has not ended, less one: the word of an open latch is negative
//	bit  0      somebody sleeps until it opens, or is about to
//
// Both are in one word: either who opens it finds the bit and wakes, or the waiter finds it open.
type latch struct {
	word   atomic.Int64
	parker *park.Parker // of wait
}

func (l *latch) isOpen() bool { return l.word.Load() < 0 }

// add counts one more, unless the latch is open.
//
// ORDER: before the task is made visible, whose end counts down: the latch cannot open in between.
func (l *latch) add() bool {
	for {
		word := l.word.Load()
		if word < 0 || l.word.CompareAndSwap(word, word+2) {
			return word >= 0
		}
	}
}

// done counts one less.
//
// ORDER: after all that the task did and counted; who opens the latch has seen the other decrements, and
// publishes all of it. The bit that announce sets comes before, and we wake, or finds the latch open.
func (l *latch) done(s *sleep) {
	switch {
	case l.word.Add(-2) != -1:
	case l.parker != nil:
		l.parker.Unpark()
	default:
		s.wake(0, func(w *Worker) bool { return w.waits == l })
	}
}

// announce says that somebody is about to sleep until the latch opens. False: it is open.
//
// ORDER: before the waiter sleeps; done finds the bit and wakes, or came first, and we see it.
func (l *latch) announce() bool { return l.word.Or(1) >= 0 }

// wait blocks a goroutine that is no worker until the latch opens.
func (l *latch) wait() {
	l.parker = park.New()
	if l.announce() {
		l.parker.Park()
	}
}
