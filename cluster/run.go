package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/prefetch"
)

// A slot runs tasks, one after the other, until slots must end.
func (n *Node) slot() {
	for {
		h, ctx := n.next()
		if h == nil {
			return
		}
		n.process(ctx, h)
	}
}

// An answer is how an execution ended.
type answer struct {
	data    []byte
	err     error
	spawned []envelope
	took    time.Duration
}

// process begins the task of a slot, runs it and leaves its end to a goroutine, so
// that the slot does not wait for the server between two tasks.
func (n *Node) process(ctx context.Context, h *held) {
	t, end := n.begin(ctx, h)
	if t == nil {
		n.rested(h)
		end()
		return
	}
	a := n.call(ctx, t)
	n.rested(h)
	n.places <- struct{}{}
	n.slots.Go(func() {
		defer func() { <-n.places }()
		n.finish(ctx, h, a)
	})
}

// maxEnding is how many tasks a slot may have ended whose results are not yet
// stored. It covers a server 60 times as far away as a task takes.
const maxEnding = 64

// begin gets a task ready to run. If it must not run, begin returns no task, but
// what to do instead.
func (n *Node) begin(ctx context.Context, h *held) (t *Task, end func()) {
	if h.deliveries > 1 || h.Again {
		recorded, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return n.b.recorded(ctx, h.envelope) })
		if err != nil {
			return nil, func() { n.back(h, trouble) }
		}
		if recorded != nil {
			return nil, func() { n.done(h) }
		}
	}
	if n.handlers[h.Handler] == nil {
		return nil, func() { n.unknown(h) }
	}
	attempt, last, err := n.b.begin(ctx, h.lease, n.config.Name)
	if err != nil {
		return nil, func() { n.back(h, trouble) }
	}
	n.mu.Lock()
	h.attempt = attempt
	n.mu.Unlock()
	if attempt > h.Attempts {
		h.attempt--
		return nil, func() { n.bury(h, answer{err: errors.New(last)}) }
	}
	payload := h.payload
	if h.Blob != "" {
		payload, err = n.b.getBlob(ctx, h.Blob)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil, func() { n.finish(ctx, h, answer{err: err}) }
		}
		if err != nil {
			return nil, func() { n.back(h, trouble) }
		}
	}
	return &Task{Job: h.Job, ID: h.ID, Handler: h.Handler, Payload: payload, Attempt: attempt, job: n.jobOf(h), spawnLimit: n.config.MaxPayload, env: h.envelope}, nil
}

// jobOf is the job of a task, for its contents.
func (n *Node) jobOf(h *held) *Job {
	return &Job{ID: h.Job, c: n.Client, record: jobRecord{ID: h.Job, Created: time.Unix(0, h.Born)}}
}

// trouble is how long a task waits after its node could not ask the server.
const trouble = 500 * time.Millisecond

// call runs the handler in the pool. The goroutine is a new one: the handler may
// end it.
func (n *Node) call(ctx context.Context, t *Task) (a answer) {
	begun := time.Now()
	ended := make(chan struct{})
	a.err = errGoexit
	go func() {
		defer close(ended)
		a.data, a.err = n.guard(ctx, t)
	}()
	<-ended
	a.took, a.spawned = time.Since(begun), t.end()
	n.mu.Lock()
	n.task = prefetch.Typical(n.task, a.took)
	n.mu.Unlock()
	return a
}

var errGoexit = errors.New("the handler called runtime.Goexit")

// guard makes an error of a panic.
func (n *Node) guard(ctx context.Context, t *Task) (data []byte, err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if r := recover(); r != nil {
			err = fmt.Errorf("the handler panicked: %v", r)
			n.log("task %s: %+v", t.Key(), r)
		} else {
			err = errGoexit
		}
	}()
	var said error
	came := false
	err = n.pool.Run(ctx, func(*skua.Worker) error {
		n.mu.Lock()
		n.count.Executed++
		n.mu.Unlock()
		data, said = n.handlers[t.Handler](ctx, t)
		came = true
		return said
	})
	returned = true
	if came && said == nil {
		return data, nil // even if ctx has ended: the handler has its result
	}
	return nil, err
}
