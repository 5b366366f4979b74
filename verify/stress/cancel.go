package main

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
)

// runState is one Run of the program, which can be cancelled.
type runState struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	cause  *cancelling
	pool   *skua.Pool
	job    atomic.Pointer[crew.Job]

	// visible says that every worker of the run was told of the cancellation: from
	// now on no Fork, Join that forks, or Next of the run returns.
	visible atomic.Bool
}

// newRun makes the node the owner of a run; a run inside one may derive from it.
func (nd *node) newRun(pool *skua.Pool) *runState {
	parent := context.Background()
	if nd.owner != nil && nd.n&1 == 0 {
		parent = nd.owner.run.ctx
	}
	r := &runState{pool: pool, cause: &cancelling{nd.id}}
	r.ctx, r.cancel = context.WithCancelCause(parent)
	return r
}

// tell cancels the run and waits until all of its workers are told.
func (r *runState) tell() {
	r.cancel(r.cause)
	job := r.job.Load()
	for !job.Cancelled() {
		runtime.Gosched()
	}
	job.Cancel() // waits for what the context's own call began, too
	r.visible.Store(true)
}

// context returns the context of the run that the node is part of.
func (nd *node) context() context.Context {
	if nd.owner == nil {
		return context.Background()
	}
	return nd.owner.run.ctx
}

// stopped reports whether every worker knows that the node's run was cancelled.
func (nd *node) stopped() bool {
	return nd.owner != nil && !nd.op.detaches && nd.owner.run.visible.Load()
}

// passed complains of a call that has returned and begins something, though
// stopped was true before it.
func (nd *node) passed(stopped bool, call string) {
	if stopped {
		nd.p.fault("%v: %s went on in a cancelled run", nd, call)
	}
}

// waited panics if a scope in the node ended because its run was cancelled or its
// pool closed. It returns another error.
func (nd *node) waited(err error) error {
	var cause *cancelling
	if errors.As(err, &cause) || errors.Is(err, skua.ErrClosed) {
		panic(stopped{err})
	}
	return err
}

// runIn runs the node's only kid in a Run of its own, and checks how that ends.
func (nd *node) runIn(pool *skua.Pool) {
	r := nd.run
	defer nd.closes()
	defer r.cancel(nil)
	kid := nd.kids[0]
	var sum uint64
	err := pool.Run(r.ctx, func(w *skua.Worker) error {
		r.job.Store(job(w))
		sum = kid.visit(onWorker(w))
		return nil
	})
	switch {
	case err == nil && sum != kid.want:
		nd.p.fault("%v: Run returned nil and %#x, want %#x", nd, sum, kid.want)
	case err == nil:
	case errors.Is(err, skua.ErrClosed):
		panic(stopped{err})
	case r.ctx.Err() == nil || err != context.Cause(r.ctx):
		nd.p.fault("%v: Run returned %v, want the cause of a cancellation", nd, err)
	}
}

var cancelOp = &op{name: "cancel", weight: 4, needs: cancels, run: func(nd *node, at spot) uint64 {
	switch {
	case nd.owner == nil:
	case nd.n%4 == 0:
		nd.owner.run.cancel(nd.owner.run.cause)
	default:
		nd.owner.run.tell()
	}
	return 0
}}
