package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// finish does what follows from how an execution ended. The lease is held and
// extended meanwhile, so the order of the steps is what counts, not their time:
//
//	success:  spawned tasks are stored, then the result, then the task leaves the queue
//	failure:  the count of attempts is stored, then the task goes back for a delay
//	last one: the dead letter is stored, then the failure as the result, then the task leaves
//
// If the node dies between two steps, the task is delivered again. Then either
// its result is found, or it runs again and repeats the steps that were done,
// which changes nothing: what is stored is named by the task.
func (n *Node) finish(ctx context.Context, h *held, a answer) {
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, ErrCancelled):
		n.cancelled(h)
	case a.err == nil:
		n.succeed(h, a)
	case errors.Is(cause, ErrFenced):
		n.forget(h) // another node has the task, or will
	case errors.Is(cause, ErrClosed):
		n.back(h, 0)
	default:
		n.fail(h, a)
	}
}

// cancelled drops a task whose job is cancelled.
func (n *Node) cancelled(h *held) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.drop(h) {
		n.terminate(h.lease)
	}
}

func (n *Node) succeed(h *held, a answer) {
	if err := checkPayload(len(a.data), n.config.MaxPayload); err != nil {
		a.err = fmt.Errorf("the result: %w", err)
		n.bury(h, a)
		return
	}
	if err := n.checkSpawned(a.spawned); err != nil {
		a.err = err
		n.fail(h, a)
		return
	}
	first := true
	n.insist(h, func(ctx context.Context) (err error) {
		if err = n.publishTasks(ctx, h, a.spawned); err != nil {
			return err
		}
		first, err = n.b.record(ctx, h.envelope, outcome{ID: h.ID, Children: len(a.spawned), Node: n.config.Name, Attempts: h.attempt, Took: a.took, data: a.data})
		return err
	}, func() {
		if !first {
			n.mu.Lock()
			n.count.Duplicate++
			n.mu.Unlock()
		}
		n.done(h)
	})
}

// publishTasks stores the tasks that h spawned. Those of a later attempt may be
// stored already, and may have ended.
func (n *Node) publishTasks(ctx context.Context, h *held, tasks []envelope) error {
	if len(tasks) == 0 {
		return nil
	}
	p := n.b.publisher(ctx)
	for _, e := range tasks {
		e.Again = h.attempt > 1 || h.deliveries > 1 || h.Again
		if err := p.publish(e); err != nil {
			return err
		}
	}
	return p.flush()
}

// fail counts a failure and retries the task or makes it a dead letter.
func (n *Node) fail(h *held, a answer) {
	n.mu.Lock()
	n.count.Failed++
	n.mu.Unlock()
	if _, fatal := errors.AsType[*fatalError](a.err); fatal || h.attempt >= h.Attempts {
		n.bury(h, a)
		return
	}
	delay := retryDelay(h.attempt)
	n.insist(h, func(ctx context.Context) error {
		return n.b.failed(ctx, h.lease, h.attempt, n.config.Name, reason(a.err), time.Now().Add(delay))
	}, func() { n.back(h, delay) })
}

// retryDelay grows from 100 ms to 30 s, each by up to a half less or more, so that
// tasks that failed together do not come back together.
func retryDelay(attempt int) time.Duration {
	d := min(100*time.Millisecond<<min(attempt-1, 10), 30*time.Second)
	return d/2 + rand.N(d)
}

// bury makes a task a dead letter.
func (n *Node) bury(h *held, a answer) {
	n.log("task %s of job %s is a dead letter after %d attempts: %s", h.ID, h.Job, h.attempt, reason(a.err))
	n.insist(h, func(ctx context.Context) error {
		return n.b.bury(ctx, h.envelope, outcome{ID: h.ID, Error: reason(a.err), Node: n.config.Name, Attempts: h.attempt, Took: a.took})
	}, func() { n.done(h) })
}

// insist stores something of a task, as often as it takes, and then calls then.
// The server may be away, or its disk full. It gives up if the node is
// closed or the job cancelled: then the task is left to its lease.
func (n *Node) insist(h *held, store func(context.Context) error, then func()) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := store(n.life)
		if err == nil {
			then()
			return
		}
		n.mu.Lock()
		over := n.over(h.envelope)
		n.mu.Unlock()
		if over || n.work.Err() != nil {
			n.forget(h)
			return
		}
		n.log("task %s of job %s: %v; will try again", h.ID, h.Job, err)
		select {
		case <-time.After(wait/2 + rand.N(wait)):
		case <-n.work.Done():
		}
	}
}

// unknown gives back a task whose handler the node does not have. Only the queues of
// hosts bring such tasks.
func (n *Node) unknown(h *held) {
	d := 250 * time.Millisecond << min(h.deliveries-1, 4)
	n.back(h, d/2+rand.N(d))
}

// checkSpawned returns an error if no node has the handler of a task that h spawned: it would
// wait for ever, and its job with it.
func (n *Node) checkSpawned(tasks []envelope) error {
	for _, e := range tasks {
		if n.handlers[e.Handler] != nil {
			continue
		}
		if has, known := n.whoHas(e.Handler); !has {
			return fmt.Errorf("spawn task %s: %w %q: the nodes have %s", e.ID, ErrUnknownHandler, e.Handler, list(known))
		}
	}
	return nil
}
