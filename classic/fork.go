package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

// A Future is a fork: a call that its worker, or a thief, makes, and its result.
type Future[A, R any] struct {
	task task
	f    func(w *Worker, arg A) R
	arg  A
	res  R
}

// Fork offers f(arg) to thieves. The task that forks must join, on the same worker, newest first. Cost:
// one allocation, a push and a look for sleepers. If a bounded deque is full, the fork is not
// offered, and Join makes a plain call.
func Fork[A, R any](w *Worker, f func(w *Worker, arg A) R, arg A) *Future[A, R] {
	t := &Future[A, R]{f: f, arg: arg}
	t.task.body, t.task.scope, t.task.fork, t.task.below = t, w.scope, true, w.newest
	w.newest = &t.task
	w.counts.forks++
	t.task.queued = true // before the push: a thief may look
	if w.deque.Push(&t.task) {
		w.pool.sleep.post(nil)
	} else {
		t.task.queued = false
		w.counts.full++
	}
	return t
}

// Join returns the result: by a plain call, if nobody has stolen the fork. Else it waits for
// the thief, and runs other tasks meanwhile, as Config.Waiting says. If the fork has panicked, Join
// panics with its value. It panics too if the fork is not w's newest.
func (t *Future[A, R]) Join(w *Worker) R {
	if w.newest != &t.task {
		panic("classic: Join of a fork that is not the newest of its task")
	}
	if w.takeBack(&t.task) {
		w.newest = t.task.below
		return t.f(w, t.arg)
	}
	w.awaitFork(&t.task)
	w.newest = t.task.below
	if e := t.task.failure; e != nil {
		w.cross(e)
	}
	return t.res
}

// run is the thief's.
func (t *Future[A, R]) run(w *Worker) { t.res = t.f(w, t.arg) }

// takeBack pops the fork t, and reports whether it was still there. The tasks that lie on top of it are
// younger, spawned since, and are run now.
func (w *Worker) takeBack(t *task) bool {
	if !t.queued {
		return true
	}
	for {
		x, outcome := w.deque.Pop()
		switch {
		case outcome != deque.Got:
			return false
		case x == t:
			return true
		}
		w.execute(x)
	}
}

// awaitFork waits for a fork that was stolen.
//
// No worker waits for ever. A task that is blocked lies under another on its worker's stack, which began
// later, or waits for tasks that it forked or spawned itself. If one of those has begun, it began later
// too. So whoever follows the waits comes to a task that is not blocked, or to one that nobody has
// begun. That one lies in a queue, whose owner runs it at the latest when it waits itself, since each
// waiting worker empties its own queues first.
func (w *Worker) awaitFork(t *task) {
	if w.pool.config.Waiting == Help {
		w.await(&t.ended)
		return
	}
	for !t.ended.isSet() {
		x := w.own()
		if x == nil {
			if thief := t.thief.Load(); thief != nil && thief != w {
				x, _ = w.rob(thief)
			}
		}
		if x == nil {
			park.Yield()
			continue
		}
		w.execute(x)
	}
}
