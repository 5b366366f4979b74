package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// A Worker runs tasks. It is handed to each of them; its methods, Fork and Join are for the
// task that it was handed to, while that runs.
type Worker struct {
	pool  *Pool
	id    int
	deque queue
	inbox deque.Locked[task] // what was dealt to it, and what a bounded deque had no room for

	// Of the task that it runs.
	scope   *Scope
	newest  *task       // its newest fork that is not joined
	crossed *PanicError // the failure with which a join has panicked

	// What it remembers as a thief.
	random     rng.Rand
	at         int     // whom it tried last: RoundVictim
	lucky      *Worker // whom it robbed last, if it got something: LastVictim
	lastLength int     // of its deque at the last attempt: Factor

	// Of package sleep.go, under its lock.
	parker   *park.Parker
	waits    *latch // what it sleeps for
	searches bool   // it was woken as a searcher

	counts counts
	_      pad.Line
}

// ID returns the worker's number, from 0 to Workers() - 1.
func (w *Worker) ID() int { return w.id }

// Spawn adds a task to the scope of the task that runs: it is pushed on the worker's deque, or put into
// its inbox if the deque is bounded and full. Never blocks.
func (w *Worker) Spawn(f func(w *Worker)) {
	w.counts.spawns++
	if t := w.scope.task(f); !w.push(t) {
		w.counts.full++
	}
	w.pool.sleep.post(nil)
}

// Run calls f, and returns when all that f, and what it spawned, have spawned has ended; the worker
// helps while it waits. If any of these has panicked, Run panics with the value of the first.
func (w *Worker) Run(f func(w *Worker)) {
	s := newScope(w.pool)
	w.execute(s.task(f))
	s.tasks.done(&w.pool.sleep)
	w.await(&s.tasks.ended)
	if e := s.failure.Load(); e != nil {
		w.cross(e)
	}
}

// serve is a worker's life. A task that calls runtime.Goexit ends the goroutine, and another goes on.
func (w *Worker) serve() {
	defer func() {
		if w.pool.stop.isSet() {
			w.pool.alive.done(&w.pool.sleep)
		} else {
			park.Go(w.serve)
		}
	}()
	w.await(&w.pool.stop)
}

// await runs tasks until the latch is set.
func (w *Worker) await(l *latch) {
	for !l.isSet() {
		t := w.own()
		if t == nil {
			t = w.search(l)
		}
		if t != nil {
			w.execute(t)
			w.Balance()
		}
	}
}

// own returns a task of the worker's own: the newest in its deque. If there is none it moves what
// lies in its inbox there, as far as there is room.
func (w *Worker) own() *task {
	if t, outcome := w.deque.Pop(); outcome == deque.Got {
		return t
	}
	first, _ := w.inbox.Steal()
	for !w.inbox.Empty() {
		t, outcome := w.inbox.Steal()
		if outcome != deque.Got {
			break
		}
		room := w.push(t)
		w.pool.sleep.post(nil)
		if !room {
			break
		}
	}
	return first
}

// push puts a task into the worker's deque, or, if that is bounded and full, into its inbox. The caller
// posts.
func (w *Worker) push(t *task) (room bool) {
	if !w.deque.Push(t) {
		w.inbox.Push(t)
		return false
	}
	return true
}

// length is how many tasks are in the worker's deque. Owner only.
func (w *Worker) length() int {
	if d, ok := w.deque.(serving); ok {
		return d.Len() + d.Private()
	}
	return w.deque.Len()
}
