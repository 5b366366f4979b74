package classic

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A Scope is a set of tasks that is waited for as a whole: those spawned in it from outside, and all that
// these spawn. It is how a real-time run is made, in which tasks come while the workers run: Agrawal and
// Indurkha, Work Stealing Dequeues, student report [AI22].
//
// Its latch detects the end: a task is counted before it is visible, and counted down after it has counted
// what it spawned, so the count reaches zero once, after the last task. If each task went to the latch, all
// workers would meet there. So a worker takes a stock of counts: one for each task that it spawns, and each
// that ends on it gives one back. The stock goes back when it has no task, or has one of another scope.
type Scope struct {
	pool    *Pool
	tasks   latch // counts, and one of who made the scope, until Wait
	failure atomic.Pointer[PanicError]
	waited  atomic.Bool
}

const stock = 32 // counts that a worker takes when it has none: arbitrary, not measured

// NewScope returns an empty scope, which must be waited for. It panics if the pool is closed.
func (p *Pool) NewScope() *Scope {
	if p.workers == nil || p.closed.Load() || !p.scopes.add(1) {
		panic("classic: NewScope on a closed pool, or one that New has not made")
	}
	return &Scope{pool: p}
}

// Spawn is SpawnTo for one worker after the other.
func (s *Scope) Spawn(f func(w *Worker)) {
	s.SpawnTo(int(s.pool.turn.Add(1)%uint32(len(s.pool.workers))), f) // ORDER: none: it only deals
}

// SpawnTo adds a task through the inbox of a worker, which takes it when its deque is empty; unless workers
// are Alone, a thief may be faster. Safe for concurrent use, until the scope has ended. Never blocks. It
// panics if worker is not from 0 to Workers() - 1.
func (s *Scope) SpawnTo(worker int, f func(w *Worker)) {
	if uint(worker) >= uint(len(s.pool.workers)) {
		panic(fmt.Sprintf("classic: SpawnTo worker %d: want 0 to %d", worker, len(s.pool.workers)-1))
	}
	to := s.pool.workers[worker]
	if !s.tasks.add(1) {
		panic("classic: Spawn in a Scope that has ended")
	}
	to.inbox.Push(&task{body: f, scope: s})
	s.pool.sleep.post(to)
}

// enter is for a worker that has a task of s now, or none: nil.
func (w *Worker) enter(s *Scope) {
	if s != w.scope {
		if w.stock > 0 {
			w.scope.tasks.done(&w.pool.sleep, w.stock)
		}
		w.scope, w.stock = s, 0
	}
}

// Wait blocks until all tasks have ended. If any has panicked, it panics with the *PanicError of
// the first; the others have run all the same. Call it once, and not inside of a task.
func (s *Scope) Wait() {
	if s.waited.Swap(true) { // ORDER: only to find misuse
		panic("classic: a second Wait for one Scope")
	}
	s.tasks.wait(&s.pool.sleep)
	s.pool.scopes.done(&s.pool.sleep, 1)
	if e := s.failure.Load(); e != nil {
		panic(e)
	}
}

// A latch counts what has not ended: the tasks of a scope, a stolen fork, the workers of a pool. At zero it
// opens, and stays open. The zero value counts one. Workers wait for it in help, one other goroutine in wait.
//
//	bits 63..1  what has not ended, less one: the word of an open latch is negative
//	bit  0      somebody sleeps until it opens, or is about to
type latch struct {
	word   atomic.Int64
	parker *park.Parker // of wait
}

func (l *latch) isOpen() bool { return l.word.Load() < 0 }

// add counts n more, unless the latch is open. ORDER: before the task is made visible, whose end counts down:
// the latch cannot open in between.
func (l *latch) add(n int) bool {
	for {
		word := l.word.Load()
		if word < 0 || l.word.CompareAndSwap(word, word+2*int64(n)) {
			return word >= 0
		}
	}
}

// done counts n less.
//
// ORDER: after all that the tasks did and counted; who opens the latch has seen the other decrements, and
// publishes all of it. The bit that announce sets comes before, and we wake, or finds the latch open.
func (l *latch) done(s *sleep, n int) {
	switch {
	case l.word.Add(-2*int64(n)) != -1:
	case l.parker != nil:
		l.parker.Unpark()
	default:
		s.wake(0, func(w *Worker) bool { return w.waits == l })
	}
}

// announce says that somebody is about to sleep until the latch opens. False: it is open. ORDER: before the
// waiter sleeps; done finds the bit and wakes, or came first, and we see it: both are in one word.
func (l *latch) announce() bool { return l.word.Or(1) >= 0 }

// wait counts one less, and blocks a goroutine that is no worker until the latch opens.
func (l *latch) wait(s *sleep) {
	l.parker = park.New()
	if l.done(s, 1); l.announce() {
		l.parker.Park()
	}
}
