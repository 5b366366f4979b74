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
// After JobSpec.Timeout the context of the handler ends, with ErrTimeout as its cause. A handler
// that returns then, with an error, has failed like any other; a result counts, even if it is late.
// No code can end a handler that does not return. After bounds.grace its attempt has failed
// nevertheless, the task goes its way, and the node has a slot less until the handler returns or
// the process is replaced: NodeInfo.Stuck says how many.

// call runs the handler in the pool. The goroutine is a new one: the handler may
// end it, or never return; call reports whether it returned.
func (x *execution) call(t *Task) (a answer, returned bool) {
	ctx, overdue := x.ctx, (<-chan time.Time)(nil)
	long := fmt.Errorf("%w: %v (JobSpec.Timeout)", ErrTimeout, x.Timeout)
	if x.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(x.ctx, x.Timeout, long)
		defer cancel()
		timer := time.NewTimer(max(x.Timeout, x.Timeout+x.n.b.grace)) // the sum of a huge one is negative
		defer timer.Stop()
		overdue = timer.C
	}
	begun, came := time.Now(), make(chan answer, 1)
	var ended, lost bool // n.mu guards both
	go func() {
		a := answer{err: errGoexit}
		defer func() {
			x.n.mu.Lock()
			defer x.n.mu.Unlock()
			if ended = true; lost {
				x.n.regain()
			}
			came <- a
		}()
		a.data, a.err = x.guard(ctx, t)
	}()
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
				cmp.Or(context.Cause(ctx), long), x.n.config.Name) // on a busy machine the context's own clock may be late
		}
	}
	a.took, a.spawned = time.Since(begun), t.end()
	if cause := context.Cause(ctx); a.err != nil && errors.Is(cause, ErrTimeout) && !errors.Is(a.err, ErrTimeout) {
		a.err = fmt.Errorf("%w: %w", cause, a.err)
	}
	x.n.mu.Lock()
	defer x.n.mu.Unlock()
	x.n.task = prefetch.Typical(x.n.task, a.took)
	return a, !lost
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
