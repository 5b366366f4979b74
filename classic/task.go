package classic

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/skua-go/skua/deque"
)

// A task is what queues hold: a spawned function, or a fork. Whoever takes it out runs it.
type task struct {
	body    body
	scope   *Scope
	tells   *latch      // its own, ended, if it is a fork, else its scope's
	failure *PanicError // the latch publishes it

	// Of a fork.
	queued bool  // it was pushed; the owner's
	below  *task // the owner's next older fork that is not joined
	ended  latch
}

// body is what a task does: a call, or a Future.
type body interface{ run(w *Worker) }

type call func(w *Worker)

func (f call) run(w *Worker) { f(w) }

// execute runs a task to its end on top of the worker's stack, whatever becomes of it.
func (w *Worker) execute(t *task) {
	scope, newest := w.scope, w.newest
	w.scope, w.newest = t.scope, nil
	returned := false
	defer func() {
		w.scope, w.newest = scope, newest
		t.tells.done(&w.pool.sleep)
	}()
	defer func() {
		if !returned {
			t.failure = caught(recover())
			if t.tells != &t.ended {
				// ORDER: before the task is counted down; the waiter loads it after the count is zero.
				t.scope.failure.CompareAndSwap(nil, t.failure)
			}
			w.abandon()
		}
	}()
	t.body.run(w)
	if w.newest != nil {
		panic("classic: a task has ended before it joined its forks")
	}
	returned = true
}

// abandon ends the forks that a task has not joined, since it panicked: those that nobody has begun do not
// run, the others are waited for, and what they panic with is lost.
func (w *Worker) abandon() {
	for t := w.newest; t != nil; t = w.newest {
		if !w.takeBack(t) {
			w.await(&t.ended)
		}
		w.newest = t.below
	}
}

// A PanicError is a panic that has left its task: Pool.Run, Batch, Wait and Worker.Run panic with it, and
// so does Join if the fork was stolen; one that was not is a plain call, whose panic goes on as it is.
type PanicError struct {
	Value any    // what the task has panicked with; an error if it has called runtime.Goexit
	Stack []byte // where
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("classic: a task has panicked: %v\n\n%s", e.Value, e.Stack)
}

func caught(value any) *PanicError {
	if e, ok := value.(*PanicError); ok {
		return e
	}
	if value == nil {
		value = errors.New("runtime.Goexit was called") // what lies below on the stack ends alike
	}
	return &PanicError{value, debug.Stack()}
}

// A Future is a fork: a call that its worker, or a thief, makes, and its result.
type Future[A, R any] struct {
	task task
	f    func(w *Worker, arg A) R
	arg  A
	res  R
}

// Fork offers f(arg) to thieves. The task that forks must join, on the same worker, newest first; after
// that the Future is used again. Cost: a push and a look for sleepers. If a bounded deque is full, the
// fork is not offered, and Join makes a plain call.
func Fork[A, R any](w *Worker, f func(w *Worker, arg A) R, arg A) *Future[A, R] {
	var t *Future[A, R]
	if x := w.spare; x != nil {
		t, _ = x.body.(*Future[A, R])
		w.spare = x.below
	}
	if t == nil {
		t = new(Future[A, R])
	}
	t.f, t.arg = f, arg
	t.task = task{body: t, scope: w.scope, tells: &t.task.ended, queued: true, below: w.newest}
	w.newest = &t.task
	w.counts.forks++
	if w.deque.Push(&t.task) {
		w.pool.sleep.post(nil)
	} else {
		t.task.queued = false
		w.counts.full++
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
		var none A
		f, arg := t.f, t.arg
		w.newest, t.task.below, w.spare, t.arg = t.task.below, w.spare, &t.task, none
		return f(w, arg)
	}
	w.await(&t.task.ended)
	w.newest = t.task.below
	if t.task.failure != nil {
		panic(t.task.failure)
	}
	return t.res
}

func (t *Future[A, R]) run(w *Worker) { t.res = t.f(w, t.arg) }

// takeBack pops the fork t, and reports whether it was still there. What lies on top of it was spawned
// since, and is run now.
func (w *Worker) takeBack(t *task) bool {
	for t.queued {
		x, outcome := w.deque.Pop()
		if outcome != deque.Got {
			return false
		}
		if x == t {
			break
		}
		w.execute(x)
	}
	return true
}
