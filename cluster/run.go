package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/skua-go/skua"
)

// slot runs tasks, one after the other, until slots must end, or until a handler does not return.
func (n *Node) slot() {
	for x := n.next(); x != nil && x.process(); x = n.next() {
	}
}

// An execution is a task that a slot has taken, until its lease ends: see hold.go.
type execution struct {
	n *Node
	*held
	ctx context.Context // of the handler
}

// An answer is how an execution ended.
type answer struct {
	data    []byte
	err     error
	spawned []envelope
	took    time.Duration
}

// process begins the task of a slot, runs it and leaves its end to a goroutine, so
// that the slot does not wait for the server between two tasks. It reports whether the slot is free.
func (x *execution) process() bool {
	t, instead := x.begin()
	if t == nil {
		x.n.leaveSlot(x.held)
		instead()
		return true
	}
	a, returned := x.call(t)
	x.n.leaveSlot(x.held)
	x.n.places <- struct{}{}
	x.n.slots.Go(func() {
		defer func() { <-x.n.places }()
		x.finish(a)
	})
	return returned
}

// maxEnding is how many tasks a slot may have ended whose results are not yet
// stored. It covers a server 60 times as far away as a task takes.
const maxEnding = 64

// begin gets a task ready to run. If it must not run, begin returns no task, but
// what to do instead.
func (x *execution) begin() (t *Task, instead func()) {
	n, later := x.n, func() { x.end(isGivenBack, trouble) }
	if !x.first() {
		recorded, err := ask(x.ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return n.b.recorded(ctx, x.envelope) })
		if err != nil {
			return nil, later
		}
		if recorded != nil {
			return nil, x.done
		}
	}
	if n.handlers[x.Handler] == nil {
		return nil, x.unknown
	}
	payload, missing := x.payload, error(nil)
	if x.Blob != "" {
		payload, missing = n.b.getBlob(x.ctx, x.Blob)
		if missing != nil && !errors.Is(missing, jetstream.ErrObjectNotFound) {
			return nil, later
		}
	}
	var known startsRecord
	if !x.first() {
		var err error
		if known, err = ask(x.ctx, func(ctx context.Context) (r startsRecord, err error) {
			r, _, err = n.b.starts(ctx, x.envelope)
			return r, err
		}); err != nil {
			return nil, later
		}
	}
	if !n.company.enter(x, known.Open) {
		return nil, later
	}
	s, err := n.b.begin(x.ctx, x.lease, n.config.Name, known) // the last step: what is begun runs
	if err != nil {
		return nil, later
	}
	n.mu.Lock()
	x.attempt, x.failed = s.attempt, s.failed
	n.mu.Unlock()
	if s.over != "" {
		return nil, func() { x.bury(answer{err: errors.New(s.over)}) }
	}
	if missing != nil {
		return nil, func() { x.finish(answer{err: missing}) }
	}
	job := &Job{ID: x.Job, c: n.Client, record: jobRecord{ID: x.Job, Created: time.Unix(0, x.Born)}} // for its contents
	return &Task{Job: x.Job, ID: x.ID, Handler: x.Handler, Payload: payload, Attempt: s.attempt, job: job, spawnLimit: n.config.MaxPayload, env: x.envelope}, nil
}

// trouble is how long a task waits after its node could not ask the server.
const trouble = 500 * time.Millisecond

var errGoexit = errors.New("the handler called runtime.Goexit")

// guard makes an error of a panic. It tells begun the context of the handler when that begins.
func (x *execution) guard(t *Task, begun chan<- context.Context) (data []byte, err error) {
	n := x.n
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
	ctx, end := context.WithCancelCause(x.ctx)
	defer end(nil)
	err = n.pool.Run(ctx, func(*skua.Worker) error {
		n.mu.Lock()
		n.count.Executed++
		n.mu.Unlock()
		x.limited(ctx, end, func(ctx context.Context) {
			begun <- ctx
			data, said = n.handlers[t.Handler](ctx, t)
			came = true
		})
		return said
	})
	if came && said == nil {
		err = nil // even if ctx has ended: the handler has its result
	} else {
		data, err = nil, plain(err)
	}
	returned = true
	return data, err
}
