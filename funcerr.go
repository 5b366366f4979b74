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
// Both, Each and Join return only if nothing has failed. A call that the body makes
// itself returns an error, and the caller returns that, at any place, also between a
// Fork and its Join:
//
//	a, err := walk(f.Fork(y), x)
//	if err != nil {
//		return 0, err
//	}
//
// When a body returns an error to skua, being the root's, or a stolen task's, or one
// that Both or Each called, this ends the run's context (Frame.Context) with the error
// as its cause. No task begins after that through Both, Each or a thief, and what runs
// stops at its next Fork or Poll: it is unwound as by a panic, so deferred calls run.
// So an error is not for a caller in the body to handle, who may never see it: what
// is to be handled belongs into the result.
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
// much as a call from outside. The task's own run goes on after an error; and if that
// run ends it does not end this one, unless ctx derives from its context.
func (fn *FuncErr[A, R]) On(ctx context.Context, p Place, arg A) (R, error) {
	return fn.must("FuncErr.On").run("FuncErr.On", ctx, p, arg, (*sched.Pool).NewFallible)
}
