package forks

import (
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/rng"
)

// A Worker runs tasks, one on top of the other. It is handed to the function, which forks
// and joins at it; its methods are for that goroutine only.
type Worker[A, R any] struct {
	pool   *Pool[A, R]
	deque  queue[A, R]
	tasks  []*task[A, R] // pending forks are the first depth, oldest first; the rest are free
	depth  int
	random rng.Rand
	count  Stats
	_      pad.Line
}

// A task is one fork: doc.go has who may touch what when.
type task[A, R any] struct {
	arg    A
	result R
	queued bool // the fork was pushed; the owner's
	thief  atomic.Pointer[Worker[A, R]]
	done   atomic.Bool
}

// Fork offers the call of the pool's function with arg to thieves. A Join must follow, on
// the same worker, before the function returns; forks are joined newest first.
func (w *Worker[A, R]) Fork(arg A) {
	if w.depth == len(w.tasks) {
		w.tasks = append(w.tasks, new(task[A, R]))
	}
	t := w.tasks[w.depth]
	w.depth++
	w.count.Forks++
	t.arg = arg
	// ORDER: the argument before the push, which publishes it to the thief that takes t.
	if t.queued = w.deque.Push(t); !t.queued {
		w.count.Inline++
	}
}

// Join ends the newest fork and returns its result: by a plain call, or, if the fork was
// stolen, when the thief has run it.
func (w *Worker[A, R]) Join() R {
	t := w.tasks[w.depth-1]
	if t.queued && !w.popped(t) {
		return w.await(t)
	}
	w.depth--
	return w.pool.body(w, t.arg)
}

// await waits for the newest fork, which was stolen. The fork is pending until then: what leapfrog
// runs meanwhile has tasks of its own (I3).
func (w *Worker[A, R]) await(t *task[A, R]) R {
	for !t.done.Load() {
		if !w.leapfrog(t) {
			runtime.Gosched()
		}
	}
	result := t.result
	var zero R
	t.result = zero
	// ORDER: plain for the thief, which is gone; the next push publishes them.
	t.done.Store(false)
	t.thief.Store(nil)
	w.depth--
	return result
}

// popped takes the newest fork back, and reports whether it was still there.
func (w *Worker[A, R]) popped(t *task[A, R]) bool {
	for {
		x, outcome := w.deque.Pop()
		if outcome == deque.Lost {
			continue
		}
		if invariant.Enabled && x != nil && x != t {
			panic("forks: a join has popped another fork (I1)")
		}
		return x != nil
	}
}

// leapfrog runs a part of t, which was stolen: what its thief has forked.
func (w *Worker[A, R]) leapfrog(t *task[A, R]) bool {
	thief := t.thief.Load()
	if thief == nil || !w.rob(thief) {
		return false
	}
	w.count.Leapfrogs++
	return true
}

// rob takes the oldest fork of the victim and runs it. It reports whether there was one.
func (w *Worker[A, R]) rob(victim *Worker[A, R]) bool {
	t, outcome := victim.deque.Steal()
	if outcome != deque.Got {
		return false
	}
	w.count.Steals++
	t.thief.Store(w) // ORDER: before the task runs; the owner's load in leapfrog finds whom to rob
	result := w.pool.body(w, t.arg)
	t.result = result
	t.done.Store(true) // ORDER: after the result; the owner's load in Join sees both
	return true
}
