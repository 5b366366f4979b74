package classic

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// A task is what queues hold: a spawned function, or a fork. Whoever takes it out runs it.
type task struct {
	body  func(w *Worker)
	scope *Scope // that it and what it spawns are counted in; a fork is part of the task that forks

	// Of a fork.
	queued  bool  // it was pushed
	below   *task // the owner's next older fork that is not joined
	stolen  latch // ended, by a thief
	failure *PanicError
}

// execute runs a task to its end on top of the worker's stack, whatever becomes of it.
func (w *Worker) execute(t *task) {
	scope, newest, returned := w.scope, w.newest, false
	w.enter(t.scope)
	w.newest = nil
	defer func() {
		if !returned {
			t.fail(recover())
		}
		if t.queued {
			t.stolen.done(&w.pool.sleep, 1)
		} else {
			w.stock++
		}
		w.enter(scope)
		w.newest = newest
	}()
	w.run(t.body)
	returned = true
}

// run makes a call, and no fork made in it is left, whatever becomes of it.
func (w *Worker) run(body func(w *Worker)) {
	below := w.newest
	defer w.abandon(below)
	body(w)
	if w.newest != below {
		panic("classic: a task has ended before it joined its forks")
	}
}

// abandon ends the forks above below that a call has not joined, since it panicked: those that nobody has
// begun do not run, the others are waited for, and what they panic with is lost.
func (w *Worker) abandon(below *task) {
	if t := w.newest; t != below {
		defer w.abandon(below) // the others; or this one again, if a task that runs now calls runtime.Goexit
		if !w.takeBack(t) {
			w.await(&t.stolen)
		}
		w.newest = t.below
	}
}

// A PanicError is a panic that has left its task: Pool.Run, Batch, Wait and Worker.Run panic with it, and
// so does Join if the fork was stolen; one that was not is a plain call, whose panic goes on as it is. A
// task that calls runtime.Goexit, as the Fatal of a test does, fails too, and so do the tasks below on its
// worker's stack, which wait; but not before all that they have forked and spawned has ended.
type PanicError struct {
	Value any    // what the task has panicked with; an error if it has called runtime.Goexit
	Stack []byte // where
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("classic: a task has panicked: %v\n\n%s", e.Value, e.Stack)
}

// fail keeps what a task has panicked with for who waits for it; nil is runtime.Goexit.
func (t *task) fail(value any) {
	if value == nil {
		value = errors.New("runtime.Goexit was called")
	}
	e, _ := value.(*PanicError)
	if e == nil {
		e = &PanicError{value, debug.Stack()}
	}
	if t.failure = e; !t.queued {
		// ORDER: before the task is counted down; the waiter loads it after the count is zero.
		t.scope.failure.CompareAndSwap(nil, e)
	}
}

// A Future is a fork: a call that its worker, or a thief, makes, and its result.
type Future[A, R any] struct {
	task task
	f    func(w *Worker, arg A) R
	arg  A
	res  R
	next any
}

// Fork offers f(arg) to thieves. The task that forks must join, on the same worker, newest first; after
// that the Future is used again. Cost: a push and a look for sleepers. If a bounded deque is full, the
// fork is not offered, and Join makes a plain call.
func Fork[A, R any](w *Worker, f func(w *Worker, arg A) R, arg A) *Future[A, R] {
	t, ok := w.spare.(*Future[A, R])
	if ok {
		w.spare = t.next
	} else {
		t = new(Future[A, R])
		t.task.body = func(w *Worker) { t.res = t.f(w, t.arg) }
	}
	t.f, t.arg, t.next = f, arg, nil
	t.task = task{body: t.task.body, scope: w.scope, queued: true, below: w.newest}
	w.newest = &t.task
	w.stats.Forks++
	if !w.push(&t.task) {
		t.task.queued = false
	}
	return t
}

// Join returns the result: by a plain call, if nobody has stolen the fork. Else it waits for the thief,
// and runs other tasks meanwhile, of its own or stolen, so its stack may grow deeper than the serial
// recursion: as join does in Rayon [RY20]. If the fork has panicked, so does Join.
func (t *Future[A, R]) Join(w *Worker) R {
	if w.newest != &t.task {
		panic("classic: Join of a fork that is not the newest of its task")
	}
	if w.takeBack(&t.task) {
		w.newest = t.task.below
		w.run(t.task.body)
		res := t.res
		*t = Future[A, R]{task: task{body: t.task.body}, next: w.spare}
		w.spare = t
		return res
	}
	w.await(&t.task.stolen)
	w.newest = t.task.below
	if t.task.failure != nil {
		panic(t.task.failure)
	}
	return t.res
}

// takeBack pops the fork t, and reports whether it was still there. What lies on top of it was pushed
// since, and is run now.
func (w *Worker) takeBack(t *task) bool {
	for t.queued {
		w.answer()
		x, _ := w.deque.Pop()
		if x == nil || x == t {
			return x == t
		}
		w.execute(x)
	}
	return true
}
