package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
func (x *execution) finish(a answer) {
	cause := context.Cause(x.ctx)
	switch {
	case errors.Is(cause, ErrCancelled):
		x.end(isCancelled, 0)
	case a.err == nil:
		x.succeed(a)
	case errors.Is(cause, ErrFenced):
		x.end(isLapsed, 0)
	case errors.Is(cause, ErrClosed):
		if !x.first() {
			_ = once(x.n.life, publishTimeout, func(ctx context.Context) error { return x.n.b.noteStarts(ctx, x.lease, (*startsRecord).unbegin) }) // else it is a death
		}
		x.end(isGivenBack, 0)
	default:
		x.fail(a)
	}
}

// end is Node.end.
func (x *execution) end(how end, delay time.Duration) {
	x.n.mu.Lock()
	defer x.n.mu.Unlock()
	x.n.end(x.held, how, delay)
}

// done ends the lease of a task whose outcome is stored. If its job was forgotten meanwhile, done
// removes what is stored, so that Forget leaves nothing.
func (x *execution) done() {
	x.end(isDone, 0)
	n, e := x.n, x.envelope
	n.mu.Lock()
	forgotten := n.gone.jobs.over(x.lease) && n.gone.jobs[e.Job].forgotten
	n.mu.Unlock()
	if !forgotten {
		return
	}
	ctx, cancel := context.WithTimeout(n.life, publishTimeout)
	defer cancel()
	if o, err := n.b.stored(ctx, e); err == nil {
		n.b.dropBlob(ctx, o.Blob)
	}
	_ = n.b.results.Purge(ctx, jetstream.WithPurgeSubject(e.resultSubject())) // what stays does no harm
	_ = n.b.dead.Purge(ctx, jetstream.WithPurgeSubject(e.deadSubject()))
}

func (x *execution) succeed(a answer) {
	n := x.n
	if err := checkPayload(len(a.data), n.config.MaxPayload); err != nil {
		a.err = fmt.Errorf("the result: %w", err)
		x.bury(a)
		return
	}
	if err := x.checkSpawned(a.spawned); err != nil {
		a.err = err
		x.fail(a)
		return
	}
	first := true
	x.insist(func(ctx context.Context) (err error) {
		if err = x.publish(ctx, a.spawned); err != nil {
			return err
		}
		first, err = n.b.record(ctx, x.envelope, outcome{ID: x.ID, Children: len(a.spawned), Node: n.config.Name, Attempts: x.attempt, Took: a.took, data: a.data})
		return err
	}, func() {
		if !first {
			n.mu.Lock()
			n.count.Duplicate++
			n.mu.Unlock()
		}
		x.done()
	})
}

// publish stores the tasks that x spawned. Those of a later attempt may be
// stored already, and may have ended.
func (x *execution) publish(ctx context.Context, tasks []envelope) error {
	if len(tasks) == 0 {
		return nil
	}
	p := x.n.b.publisher(ctx)
	for _, e := range tasks {
		e.Again = x.attempt > 1 || x.deliveries > 1 || x.Again
		if err := p.publish(e); err != nil {
			return err
		}
	}
	return p.flush()
}

// fail counts a failure and retries the task or makes it a dead letter.
func (x *execution) fail(a answer) {
	n := x.n
	n.mu.Lock()
	n.count.Failed++
	n.mu.Unlock()
	if _, fatal := errors.AsType[*fatalError](a.err); fatal || x.failed+1 >= x.Attempts {
		x.bury(a)
		return
	}
	delay := retryDelay(x.attempt)
	x.insist(func(ctx context.Context) error {
		next := time.Now().Add(delay)
		return n.b.noteStarts(ctx, x.lease, func(r *startsRecord) { r.failed(x.attempt, n.config.Name, reason(a.err), next) })
	}, func() { x.end(isGivenBack, delay) })
}

// retryDelay grows from 100 ms to 30 s, each by up to a half less or more, so that
// tasks that failed together do not come back together.
func retryDelay(attempt int) time.Duration {
	d := min(100*time.Millisecond<<min(attempt-1, 10), 30*time.Second)
	return d/2 + rand.N(d)
}

// bury makes a task a dead letter.
func (x *execution) bury(a answer) {
	x.n.log("task %s of job %s is a dead letter after %d attempts: %s", x.ID, x.Job, x.attempt, reason(a.err))
	x.insist(func(ctx context.Context) error {
		return x.n.b.bury(ctx, x.envelope, outcome{ID: x.ID, Error: reason(a.err), Node: x.n.config.Name, Attempts: x.attempt, Took: a.took})
	}, x.done)
}

// insist stores something of the task, as often as it takes, and then calls then.
// The server may be away, or its disk full. It gives up if the node is
// closed or the job cancelled: then the task is left to its lease.
func (x *execution) insist(store func(context.Context) error, then func()) {
	n := x.n
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := n.b.missed(store(n.life))
		if err == nil {
			then()
			return
		}
		n.mu.Lock()
		over := n.gone.jobs.over(x.lease)
		n.mu.Unlock()
		if over || n.work.Err() != nil {
			x.end(isLapsed, 0)
			return
		}
		n.log("task %s of job %s: %v; will try again", x.ID, x.Job, err)
		select {
		case <-time.After(wait/2 + rand.N(wait)):
		case <-n.work.Done():
		}
	}
}

// unknown gives back a task whose handler the node does not have. Only the queues of
// hosts bring such tasks.
func (x *execution) unknown() {
	d := 250 * time.Millisecond << min(x.deliveries-1, 4)
	x.end(isGivenBack, d/2+rand.N(d))
}

// checkSpawned returns an error if no node has the handler of a task that x spawned: it would
// wait for ever, and its job with it.
func (x *execution) checkSpawned(tasks []envelope) error {
	n := x.n
	for _, e := range tasks {
		if n.handlers[e.Handler] != nil {
			continue
		}
		n.mu.Lock()
		others := n.peers.alive()
		n.mu.Unlock()
		has := func(i NodeInfo) bool { return slices.Contains(i.Handlers, e.Handler) && i.State != draining }
		if !slices.ContainsFunc(others, has) {
			known := handlersOf(append(others, NodeInfo{Handlers: names(n.handlers)}))
			return fmt.Errorf("spawn task %s: %w %q: the nodes have %s", e.ID, ErrUnknownHandler, e.Handler, list(known))
		}
	}
	return nil
}
