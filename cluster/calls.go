package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Calls is a job whose tasks come one at a time: Do adds a task and returns how it ended. Tasks of
// calls that overlap are queued, leased and stolen as those of Submit. Safe for concurrent use.
// Close cancels and forgets the job. If its process dies before, the job stays until Client.Forget,
// or until a Calls begins that finds that for five minutes nobody has answered for it. A process that was
// away from the server for that long makes its job again, and the server comes back without it if its store
// was replaced: the tasks of calls that wait are stored and run again, contents are not.
//
// Contents that the tasks need can be stored with the job: see Job.Store.
type Calls struct {
	*Job
	spec   JobSpec
	ctx    context.Context // ends when no result will be told any more; its cause says why
	end    context.CancelCauseFunc
	next   chan *calling // to the goroutine that submits
	here   *nats.Subscription
	all    sync.WaitGroup
	closed sync.Once

	mu      sync.Mutex
	waiting map[string]*calling // by the task's ID
	renewed time.Time           // the job's record, with an answer of the server
}

// A calling is a Do that waits.
type calling struct {
	payload []byte
	number  int
	id      string      // the number, once it is submitted
	gone    bool        // its Do waits no longer
	ended   chan stored // has room for the one
}

// Calls begins a job for calls of a handler. JobSpec's Weight, Remember, Near, Window, Keep and ID are
// for Map and Submit, and refused here. Blocks for some round trips. It returns ErrUnknownHandler
// if nodes have joined and none has the handler. The context bounds Calls only.
func (c *Client) Calls(ctx context.Context, spec JobSpec) (*Calls, error) {
	if spec.ID != "" || spec.Weight != nil || spec.Remember != "" || spec.Near || spec.Window != 0 || spec.Keep != 0 {
		return nil, errors.New("cluster: Client.Calls takes no ID, Weight, Remember, Near, Keep or Window in its JobSpec")
	}
	spec, err := spec.complete()
	if err != nil {
		return nil, err
	}
	spec.caller = newID()
	here, err := c.b.nc.Subscribe(hereSubject+spec.caller, func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return nil, explainServer(err)
	}
	job, _, err := c.found(ctx, spec)
	if err != nil {
		_ = here.Unsubscribe()
		return nil, err
	}
	calls := &Calls{Job: job, spec: spec, renewed: time.Now(), here: here, next: make(chan *calling), waiting: make(map[string]*calling)}
	calls.ctx, calls.end = context.WithCancelCause(context.Background())
	r := &reader{j: job, events: make(chan any)}
	stop, err := r.follow(calls.ctx)
	if err != nil {
		calls.end(err)
		job.discard(ctx)
		_ = here.Unsubscribe()
		return nil, explainServer(err)
	}
	calls.all.Go(func() { c.sweep(calls.ctx, job.ID) })
	calls.all.Go(calls.renew)
	calls.all.Go(func() { calls.deliver(r, stop) })
	calls.all.Go(func() {
		w := window{ctx: calls.ctx, end: calls.end}
		if err := job.fill(calls.ctx, spec, nil, calls.payloads, w.each); err != nil {
			calls.end(err)
		}
	})
	return calls, nil
}

// Do runs a task with the payload, and blocks until it has ended. A task that failed at all its
// attempts is a *TaskError. If ctx ends, Do returns its cause, and the task is withdrawn: taken
// from the queue, or the handler's context ends; it runs for nothing where a node does not hear of
// that. When the job ends, by Close, by Cancel or because tasks cannot be stored
// (ErrFull), Do returns why.
//
// Tasks that it spawned run too, and Do does not wait for them. The result is not kept for other
// readers.
func (c *Calls) Do(ctx context.Context, payload []byte) (Result, error) {
	if err := checkPayload(len(payload), c.c.config.MaxPayload); err != nil {
		return Result{}, err
	}
	w := &calling{payload: payload, ended: make(chan stored, 1)}
	select {
	case c.next <- w:
	case <-ctx.Done():
		return Result{}, context.Cause(ctx)
	case <-c.ctx.Done():
		return Result{}, context.Cause(c.ctx)
	}
	select {
	case s := <-w.ended:
		return c.result(ctx, s)
	case <-ctx.Done():
		c.withdraw(w)
		return Result{}, context.Cause(ctx)
	case <-c.ctx.Done():
		return Result{}, context.Cause(c.ctx)
	}
}

// payloads yields what is to be submitted, until the end. fill numbers them in this order, from 0.
func (c *Calls) payloads(yield func([]byte) bool) {
	for i := 0; ; {
		select {
		case w := <-c.next:
			if !c.number(w, i) {
				continue
			}
			if !yield(w.payload) {
				return
			}
			i++
		case <-c.ctx.Done():
			return
		}
	}
}

// number makes a call wait for the i-th task, or reports false if its Do waits no longer.
func (c *Calls) number(w *calling, i int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !w.gone {
		w.number, w.id = i, strconv.Itoa(i)
		c.waiting[w.id] = w
	}
	return !w.gone
}

// deliver gives results to the calls of Do that wait for them, as they come. As a reader of results does, it
// looks for itself when the connection is a new one, and when it has heard nothing for a lease.
func (c *Calls) deliver(r *reader, stop func()) {
	again := c.c.b.nc.StatusChanged(nats.CONNECTED)
	defer c.c.b.nc.RemoveStatusListener(again)
	for following := true; ; {
		var err error
		quiet := time.NewTimer(c.c.b.lease())
		select {
		case event := <-r.events:
			switch e := event.(type) {
			case stored:
				c.ended(e)
			case jobRecord:
				err = c.alive(e)
			case error:
				err = e
			}
		case <-again:
			err = c.look()
		case <-quiet.C:
			err = c.look()
		case <-c.ctx.Done():
			stop()
			return
		}
		quiet.Stop()
		if gone := errors.Is(err, ErrUnknownJob); gone || err == nil && !following {
			stop()
			if gone {
				err = c.remake(err)
			}
			if following = err == nil; following {
				r = &reader{j: c.Job, events: make(chan any)}
				stop, err = r.follow(c.ctx)
			}
			if following = err == nil; following {
				err = c.again(c.callings())
			}
		}
		if err != nil && !lost(err) { // else the server is away
			c.end(err)
		}
	}
}

// ended gives a result to the call that waits for it.
func (c *Calls) ended(s stored) {
	c.mu.Lock()
	w := c.waiting[s.ID]
	delete(c.waiting, s.ID)
	c.mu.Unlock()
	if w != nil {
		w.ended <- s
	} else {
		c.clear(s) // withdrawn, or spawned
	}
}

// alive returns an error if the record of the job says that it is cancelled.
func (c *Calls) alive(r jobRecord) error {
	if r.cancelled() {
		return fmt.Errorf("%w: %s", ErrCancelled, c.ID)
	}
	return nil
}

// result is what Do returns.
func (c *Calls) result(ctx context.Context, s stored) (Result, error) {
	r, err := s.result(c.ID)
	if err != nil {
		return r, err
	}
	r.Data, err = (&reader{j: c.Job}).data(ctx, s)
	if err == nil {
		c.clear(s)
	}
	return r, err
}

// clear removes, later, the object of a result that is not wanted any more. The record of the
// outcome stays to the job's end, so a second execution finds it.
func (c *Calls) clear(s stored) {
	if s.Blob == "" {
		return
	}
	c.later(func(ctx context.Context) {
		c.c.b.dropBlob(ctx, s.Blob)
	})
}

// later does something with the server, unless the calls end before.
func (c *Calls) later(f func(context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		return // Close may wait for what began before
	}
	c.all.Go(func() {
		ctx, cancel := context.WithTimeout(c.ctx, publishTimeout)
		defer cancel()
		f(ctx)
	})
}

// Close cancels the job and forgets it, with its contents. Calls of Do that still wait return
// ErrClosed. It blocks until all is removed, for at most ten seconds, and returns why something
// stays.
func (c *Calls) Close() (err error) {
	c.closed.Do(func() {
		c.mu.Lock()
		c.end(fmt.Errorf("%w: the calls", ErrClosed))
		c.mu.Unlock()
		c.all.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), closeBound)
		defer cancel()
		if err = c.cancel(ctx); !errors.Is(err, ErrUnknownJob) {
			err = errors.Join(err, c.forget(ctx))
		} else {
			err = nil // another client has forgotten it
		}
		_ = c.here.Unsubscribe() // of a connection that may be closed
	})
	return err
}
