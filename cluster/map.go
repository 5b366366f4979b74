package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Map runs a task for each payload and yields the results in the order of the
// payloads, as Job.Results does, while it submits: at most spec.Window tasks
// ahead of the first result that the caller has not got, or all if the spec
// weighs them. When the iteration ends, for whatever reason, the job is cancelled
// and forgotten; so the spec must not have an ID.
//
// The payloads' iterator runs on a goroutine of its own, and Map waits for it to return.
// Its panic comes out of Map. If submitting fails, the iteration ends with that error.
func (c *Client) Map(ctx context.Context, spec JobSpec, payloads iter.Seq[[]byte]) iter.Seq2[Result, error] {
	if spec.Near {
		return c.mapNear(ctx, spec, payloads)
	}
	return func(yield func(Result, error) bool) {
		spec, err := spec.complete()
		if err == nil && payloads == nil {
			err = errNoPayloads
		}
		if err == nil && spec.ID != "" {
			err = fmt.Errorf("cluster: JobSpec.ID is %q: Map forgets its job and makes an ID of its own", spec.ID)
		}
		if err == nil && spec.Keep != 0 {
			err = fmt.Errorf("cluster: JobSpec.Keep is %v: Map forgets its job at its end", spec.Keep)
		}
		if err != nil {
			yield(Result{}, err)
			return
		}
		job, _, err := c.found(ctx, spec)
		if err != nil {
			yield(Result{}, err)
			return
		}
		payloads, err := job.recall(ctx, &spec, payloads)
		if err != nil {
			job.discard(ctx)
			yield(Result{}, err)
			return
		}
		ctx, cancel := context.WithCancelCause(ctx)
		w := newWindow(ctx, cancel, spec)
		filled := make(chan struct{})
		go func() {
			defer close(filled)
			if err := job.fill(ctx, spec, nil, payloads, w.each); err != nil {
				cancel(err)
			}
		}()
		var failure *iteratorError
		defer func() {
			if failure != nil && failure.panicked != nil {
				panic(failure.panicked)
			}
		}()
		defer job.discard(ctx)
		defer func() { <-filled }()
		defer cancel(nil)
		for result, err := range job.Results(ctx) {
			if errors.As(err, &failure) && failure.panicked != nil {
				return
			}
			w.leave(result.ID)
			if !yield(result, err) {
				return
			}
		}
	}
}

// An iteratorError says that the payloads' iterator panicked, or ended its goroutine.
type iteratorError struct {
	panicked any
}

func (e *iteratorError) Error() string { return "cluster: the payloads' iterator ended its goroutine" }

// A window bounds how far the submitter is ahead of the reader.
type window struct {
	ctx  context.Context
	end  context.CancelCauseFunc // of ctx
	room chan struct{}           // nil: without a bound
}

// newWindow makes the window of a spec. Weighed tasks are submitted out of order:
// a bound could keep out the very task that the reader waits for.
func newWindow(ctx context.Context, end context.CancelCauseFunc, spec JobSpec) window {
	if spec.Weight != nil {
		return window{ctx: ctx, end: end}
	}
	return window{ctx, end, make(chan struct{}, spec.Window)}
}

// linger is how long tasks that are collected wait for the next; arbitrary, and less
// than it takes to store them.
const linger = time.Millisecond

// each is fill's way through the tasks: as fast as the window lets them in. The next may be
// long in coming, from a slow iterator or because the reader must get a result first, so those
// that are collected are stored meanwhile. The iterator runs on a goroutine, and each waits for
// it to return; the reader of the results learns before that what failed.
func (w window) each(tasks iter.Seq[envelope], store func(envelope) error, flush func() error) error {
	next := make(chan envelope)
	go func() {
		defer close(next)
		returned := false
		defer func() {
			if r := recover(); !returned {
				w.end(&iteratorError{r})
			}
		}()
		w.pump(tasks, next)
		returned = true
	}()
	idle := time.NewTimer(linger)
	defer idle.Stop()
	for {
		var err error
		select {
		case e, more := <-next:
			if !more {
				return context.Cause(w.ctx)
			}
			err = store(e)
			idle.Reset(linger)
		case <-idle.C:
			err = flush()
		}
		if err != nil {
			w.end(err)
			for range next {
			}
			return err
		}
	}
}

// pump sends the tasks that the window lets in.
func (w window) pump(tasks iter.Seq[envelope], to chan<- envelope) {
	for e := range tasks {
		if w.enter() != nil {
			return
		}
		select {
		case to <- e:
		case <-w.ctx.Done():
			return
		}
	}
}

// enter waits for room for a task, or returns why there will be none.
func (w window) enter() error {
	if w.room == nil {
		return nil
	}
	select {
	case w.room <- struct{}{}:
		return nil
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	}
}

// leave makes room after the result of a task that was submitted, not spawned.
func (w window) leave(id string) {
	if w.room != nil && id != "" && !strings.Contains(id, ".") {
		<-w.room
	}
}

// discard cancels and forgets a job, even if ctx has ended.
func (j *Job) discard(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	_ = j.cancel(ctx) // nodes drop what they hold
	_ = j.forget(ctx) // a job that stays is listed, no more
}
