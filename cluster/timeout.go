package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/skua-go/skua/internal/prefetch"
)

// # A handler that takes too long
//
// JobSpec.Timeout after its handler has begun the context of the handler ends, with ErrTimeout as its
// cause. A handler that returns then, with an error, has failed like any other; a result counts, even if
// it is late. No code can end a handler that does not return. After bounds.grace its attempt has failed
// nevertheless, the task goes its way, and the node has a slot less until the handler returns or the
// process is replaced: NodeInfo.Stuck says how many. Waiting for a worker of the pool takes nothing of
// the timeout.

// call runs the handler in the pool. The goroutine is a new one: the handler may
// end it, or never return; call reports whether it returned.
func (x *execution) call(t *Task) (a answer, returned bool) {
	begun, came := make(chan context.Context, 1), make(chan answer, 1)
	var ended, lost bool // n.mu guards both
	go func() {
		a := answer{err: errGoexit}
		defer func() {
			close(begun)
			x.n.mu.Lock()
			defer x.n.mu.Unlock()
			if ended = true; lost {
				x.n.regain()
			}
			came <- a
		}()
		a.data, a.err = x.guard(t, begun)
	}()
	ctx, from, overdue := <-begun, time.Now(), (<-chan time.Time)(nil)
	if ctx == nil {
		ctx = x.ctx // the handler was not called
	} else if x.Timeout > 0 {
		timer := time.NewTimer(max(x.Timeout, x.Timeout+x.n.b.grace)) // the sum of a huge one is negative
		defer timer.Stop()
		overdue = timer.C
	}
	select {
	case a = <-came:
	case <-overdue:
		x.n.mu.Lock()
		if lost = !ended; lost {
			x.n.stuck++
		}
		x.n.mu.Unlock()
		if !lost {
			a = <-came
		} else {
			a.err = fmt.Errorf("%w, and its handler does not return: node %s has a slot less until it does, or until its process is replaced",
				cmp.Or(context.Cause(ctx), x.tooLong()), x.n.config.Name) // on a busy machine the context's own clock may be late
		}
	}
	a.took, a.spawned = time.Since(from), t.end()
	if cause := context.Cause(ctx); a.err != nil && errors.Is(cause, ErrTimeout) && !errors.Is(a.err, ErrTimeout) {
		a.err = fmt.Errorf("%w: %w", cause, a.err)
	}
	x.n.mu.Lock()
	defer x.n.mu.Unlock()
	x.n.task = prefetch.Typical(x.n.task, a.took)
	return a, !lost
}

func (x *execution) tooLong() error {
	return fmt.Errorf("%w: %v (JobSpec.Timeout)", ErrTimeout, x.Timeout)
}

// limited calls f with a context that ends after the timeout of x, and then ends the context around it,
// which is that of the pool's tasks, with the same cause.
func (x *execution) limited(around context.Context, end context.CancelCauseFunc, f func(context.Context)) {
	if x.Timeout <= 0 {
		f(around)
		return
	}
	ctx, cancel := context.WithTimeoutCause(around, x.Timeout, x.tooLong())
	defer cancel()
	defer context.AfterFunc(ctx, func() { end(context.Cause(ctx)) })()
	f(ctx)
}

// regain gives the node the slot of a handler back that has returned after all. n.mu is held.
func (n *Node) regain() {
	n.stuck--
	if !n.leaving {
		n.slots.Go(n.slot)
	}
	n.pull()
}

// able is how many slots the node has that are not lost. n.mu is held.
func (n *Node) able() int { return n.config.Slots - n.stuck }
