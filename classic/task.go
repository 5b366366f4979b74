package classic

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"sync/atomic"
)

// A task is what deques hold: a spawned function, or a fork. It is run once, by whoever takes it
// out of a queue.
//
// A spawned task ends by counting down in its scope, a fork by setting its latch. A fork that its
// owner takes back is no task any more: Join makes a plain call of it.
type task struct {
	body  body
	scope *Scope

	// Of a fork.
	fork    bool
	queued  bool                   // it was pushed; the owner's
	below   *task                  // the owner's next older fork that is not joined
	thief   atomic.Pointer[Worker] // which runs it, for Leapfrog
	ended   latch
	failure *PanicError // the latch publishes it
}

// body is what a task does: a call, or a Future.
type body interface{ run(w *Worker) }

type call func(w *Worker)

func (f call) run(w *Worker) { f(w) }

// execute runs a task to its end on top of the worker's stack, whatever becomes of it.
func (w *Worker) execute(t *task) {
	scope, newest := w.scope, w.newest
	w.scope, w.newest = t.scope, nil
	if t.fork {
		t.thief.Store(w) // ORDER: before the task runs; its owner's load finds whom to rob
	}
	returned := false
	defer func() {
		w.scope, w.newest = scope, newest
		t.end(&w.pool.sleep)
	}()
	defer func() {
		if !returned {
			t.failure = w.caught(recover())
			w.abandon()
		}
	}()
	t.body.run(w)
	if w.newest != nil {
		panic("classic: a task has ended before it joined its forks")
	}
	returned = true
}

// end tells who waits for the task.
func (t *task) end(s *sleep) {
	if t.fork {
		t.ended.set(s)
		return
	}
	if t.failure != nil {
		t.scope.fail(t.failure)
	}
	t.scope.tasks.done(s)
}

// abandon ends the forks that a task has not joined, since it panicked: those that nobody has begun do
// not run, and the others are waited for. What they panic with is lost.
func (w *Worker) abandon() {
	for t := w.newest; t != nil; t = w.newest {
		if !w.takeBack(t) {
			w.awaitFork(t)
		}
		w.newest = t.below
	}
}

// A PanicError is what Run, Batch and Wait panic with when a task has panicked: the task's own value,
// and the stack where it did. Between tasks, at Join and at Worker.Run, a panic crosses with its
// own value.
type PanicError struct {
	Value any // ErrGoexit, if the task has called runtime.Goexit
	Stack []byte
}

// ErrGoexit is the Value of a task that has called runtime.Goexit, as t.FailNow of package testing does.
// The tasks that its worker had begun and not ended, if it was helping, end in the same way.
var ErrGoexit = errors.New("classic: a task has called runtime.Goexit")

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("classic: a task has panicked: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value, if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// caught returns what a task has panicked with. If the value crossed a join, the stack is that of the
// task where it began.
func (w *Worker) caught(value any) *PanicError {
	crossed := w.crossed
	w.crossed = nil
	if e, ok := value.(*PanicError); ok {
		return e
	}
	if value == nil {
		value = ErrGoexit
	}
	if crossed != nil && reflect.ValueOf(value).Comparable() && crossed.Value == value {
		return crossed
	}
	return &PanicError{value, debug.Stack()}
}

// cross panics with the value of another task's failure.
func (w *Worker) cross(e *PanicError) {
	w.crossed = e
	panic(e.Value)
}
