package skua

import (
	"context"

	"github.com/skua-go/skua/internal/sched"
)

// FuncErr is a task type whose tasks may fail: a Func with a body that returns an
// error too. The first error ends the run. Make one with NewFuncErr, once, and share
// it. Safe for concurrent use.
//
// The body gets a Frame like that of a Func, which yields results without errors:
// Both, Each and Join return only if nothing has failed. Where the body calls itself as a
// function, it gets an error, and returns it at once, even between a Fork and its Join:
//
//	a, err := walk(f.Fork(y), x)
//	if err != nil {
//		return 0, err
//	}
//
// A body returns its error to skua if it is the root's or a stolen task's, or was called
// by Both or Each. The error then ends the run's context (Frame.Context), as its cause.
// Both, Each and thieves begin no task after that, and running tasks stop at their next
// Fork or Poll: they are unwound as by a panic, so deferred calls run. So a body must not
// count on seeing the error of a task that it forked: what it is to handle belongs into
// the result.
type FuncErr[A, R any] struct {
	fn *Func[A, R]
}

// NewFuncErr returns a task type whose tasks run body.
func NewFuncErr[A, R any](body func(f *Frame[A, R], arg A) (R, error)) *FuncErr[A, R] {
	need("NewFuncErr", body != nil)
	return &FuncErr[A, R]{NewFunc(func(f *Frame[A, R], arg A) R {
		w := f.stack.core.Worker()
		w.Check()
		r, err := body(f, arg)
		if err != nil {
			w.Fail(err)
		}
		return r
	})}
}

// Run runs the body on arg where the caller is: fn.On(ctx, Here(), arg).
func (fn *FuncErr[A, R]) Run(ctx context.Context, arg A) (R, error) {
	return fn.must("FuncErr.Run").run("FuncErr.Run", ctx, Here(), arg, (*sched.Pool).NewFallible)
}

// On runs the body on arg at p, in a run of its own, and returns its result when it
// and all that it forked have ended. If a body failed, or ctx ended before the root's
// body returned, On returns no result and what came first: the error, or the cause of
// ctx. Errors that come later are dropped. On returns ErrClosed if the pool is closed.
//
// A panic comes out as a *PanicError. At the *Worker or *Frame of a task On costs as
// much as a call from outside: 0.3 µs and four small allocations (BenchmarkCall). An
// error does not end the task's own run; and the end of that run does not end this one,
// unless ctx derives from its context.
func (fn *FuncErr[A, R]) On(ctx context.Context, p Place, arg A) (R, error) {
	return fn.must("FuncErr.On").run("FuncErr.On", ctx, p, arg, (*sched.Pool).NewFallible)
}
