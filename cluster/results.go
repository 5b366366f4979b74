package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Results yields how the tasks of the job ended, each once, in the order of their payloads; the
// results of spawned tasks follow that of their parent. It blocks until the next in order has
// ended, and goes on until all have. A task that failed is yielded with a *TaskError, and the
// iteration goes on. It ends with another error, and a zero Result, if ctx ends, the job is
// cancelled (ErrCancelled) or the client is closed.
//
// Any number of processes may read the results, also later, until Forget.
// Results that come out of order are kept in memory, at most 64 MiB of them.
func (j *Job) Results(ctx context.Context) iter.Seq2[Result, error] {
	return j.results(ctx, false)
}

// Wait blocks until all tasks have ended, and returns the *TaskError of the first
// in order that failed, or nil; or it returns the error that ended the wait, as
// Results does.
func (j *Job) Wait(ctx context.Context) (first error) {
	for _, err := range j.results(ctx, true) {
		if failure, ok := errors.AsType[*TaskError](err); err != nil && !ok {
			return err
		} else if ok && first == nil {
			first = failure
		}
	}
	return first
}

// keptSize is about what a result takes in memory beside its data.
const keptSize = 512

// A reader puts the results of one job in order.
type reader struct {
	j       *Job
	at      *cursor
	early   map[string]stored  // by ID, of tasks that the cursor has not reached
	kept    int                // bytes of them
	brief   bool               // the data are not wanted
	over    bool               // some results were not kept
	asked   string             // the task that was fetched last, which has no result yet
	events  chan any           // stored, jobRecord or error
	took    map[int]float32    // seconds, of tasks that were submitted; nil: not asked for
	missing map[string]bool    // tasks that the store seemed to have lost at the last look
	again   <-chan nats.Status // the connection is a new one
}

// stored is an outcome in the stream.
type stored struct {
	outcome
}

func (j *Job) results(ctx context.Context, brief bool) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		r := &reader{j: j, at: newCursor(-1), early: make(map[string]stored), brief: brief, events: make(chan any)}
		if j.costs != nil {
			r.took = make(map[int]float32)
		}
		stop, err := r.follow(ctx)
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			yield(Result{}, explainServer(err))
			return
		}
		defer stop()
		again := j.c.b.nc.StatusChanged(nats.CONNECTED)
		defer j.c.b.nc.RemoveStatusListener(again)
		r.again = again
		for ctx.Err() == nil && !r.at.ended() {
			if s, ok := r.early[r.at.id()]; ok {
				result, err := r.take(ctx, s)
				if !yield(result, err) {
					return
				}
				continue
			}
			if fetched, err := r.fetch(ctx); err != nil {
				yield(Result{}, err)
				return
			} else if fetched {
				continue
			}
			if err := r.wait(ctx); err != nil {
				yield(Result{}, err)
				return
			}
		}
		err = context.Cause(ctx)
		if err == nil && r.took != nil {
			err = j.costs.store(ctx, r.took)
		}
		if err != nil {
			yield(Result{}, err)
		}
	}
}

// wait blocks for the next event and notes it. The library tells nobody that a stream was replaced, so the
// reader looks for itself when the connection is a new one, and when it has heard nothing for a lease.
func (r *reader) wait(ctx context.Context) error {
	quiet := time.NewTimer(r.j.c.b.lease())
	defer quiet.Stop()
	select {
	case event := <-r.events:
		return r.note(event)
	case <-r.again:
	case <-quiet.C:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := r.look(ctx); !lost(err) {
		return err
	}
	return nil // the server is away: it has lost nothing yet
}

func (r *reader) keep(s stored) {
	if old, ok := r.early[s.ID]; ok {
		r.kept -= keptSize + len(old.data)
		delete(r.early, s.ID)
	}
	if r.kept += keptSize + len(s.data); r.kept > r.j.c.b.kept && s.ID != r.at.id() {
		r.kept -= keptSize + len(s.data)
		r.over = true
		return
	}
	r.early[s.ID] = s
}

// fetch gets the result that is next, once, if it may have come and was not kept.
func (r *reader) fetch(ctx context.Context) (fetched bool, err error) {
	id := r.at.id()
	if !r.over || r.asked == id {
		return false, nil
	}
	r.asked = id
	e := envelope{Job: r.j.ID, Born: r.j.record.Created.UnixNano(), ID: id}
	m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return r.j.c.b.recorded(ctx, e) })
	if m == nil || err != nil {
		return false, err
	}
	s := stored{outcome{data: m.Data}}
	if err := unpack(m.Header, &s.outcome); err != nil {
		return false, err
	}
	r.keep(s)
	return true, nil
}

// take moves the cursor past a task and returns its result.
func (r *reader) take(ctx context.Context, s stored) (Result, error) {
	r.at.next(s.Children)
	delete(r.early, s.ID)
	if i, err := strconv.Atoi(s.ID); err == nil && r.took != nil {
		r.took[i] = float32(s.Took.Seconds())
	}
	r.kept -= keptSize + len(s.data)
	result, err := s.result(r.j.ID)
	if err != nil || r.brief {
		return result, err
	}
	result.Data, err = r.data(ctx, s)
	return result, err
}

// result is what the outcome says to the reader of a job, without the bytes.
func (o outcome) result(job string) (Result, error) {
	r := Result{ID: o.ID, Attempts: o.Attempts, Node: o.Node, Took: o.Took}
	if o.state() == StateDead {
		return r, &TaskError{Job: job, ID: o.ID, Attempt: o.Attempts, Node: o.Node, Message: o.Error}
	}
	return r, nil
}

// data returns the result's bytes, wherever they are.
func (r *reader) data(ctx context.Context, s stored) ([]byte, error) {
	switch {
	case s.Blob != "":
		return r.j.c.b.getBlob(ctx, s.Blob)
	}
	return s.data, nil
}

// follow sends what happens to the job to r.events, until stop.
func (r *reader) follow(ctx context.Context) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	watch, err := r.j.c.b.jobs.Watch(ctx, jobKey+r.j.ID)
	if err != nil {
		return nil, err
	}
	consumer, err := r.j.c.b.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultsSubject + r.j.record.prefix() + ">"}, HeadersOnly: r.brief})
	if err != nil {
		watch.Stop()
		return nil, err
	}
	messages, err := consumer.Messages()
	if err != nil {
		watch.Stop()
		return nil, err
	}
	go r.followRecord(ctx, watch)
	go r.followResults(ctx, messages)
	return func() {
		cancel()
		messages.Stop()
		watch.Stop()
		r.leave(ctx, consumer)
	}, nil
}

// leave removes the consumer of a reader that has ended from the server, which would find out
// in some minutes.
func (r *reader) leave(ctx context.Context, c jetstream.Consumer) {
	if info := c.CachedInfo(); info != nil {
		_ = once(context.WithoutCancel(ctx), time.Second, func(ctx context.Context) error {
			return r.j.c.b.results.DeleteConsumer(ctx, info.Name)
		})
	}
}

func (r *reader) followRecord(ctx context.Context, watch jetstream.KeyWatcher) {
	for entry := range watch.Updates() {
		switch {
		case entry == nil: // all that was there has come
		case entry.Operation() != jetstream.KeyValuePut:
			r.send(ctx, fmt.Errorf("%w: %s was forgotten", ErrUnknownJob, r.j.ID))
		default:
			var record jobRecord
			if err := json.Unmarshal(entry.Value(), &record); err != nil {
				r.send(ctx, fmt.Errorf("cluster: the record of job %s is unreadable: %w", r.j.ID, err))
			} else {
				r.send(ctx, record)
			}
		}
	}
}

func (r *reader) followResults(ctx context.Context, messages jetstream.MessagesContext) {
	for {
		m, err := messages.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) || r.j.c.b.nc.IsClosed() {
			r.send(ctx, ErrClosed)
			return
		}
		if err != nil { // the library makes the consumer anew
			if !pause(ctx, 10*time.Millisecond) {
				return
			}
			continue
		}
		var s stored
		if err := unpack(m.Headers(), &s.outcome); err != nil {
			r.send(ctx, err)
			return
		}
		s.data = m.Data()
		r.send(ctx, s)
	}
}

func (r *reader) send(ctx context.Context, event any) {
	select {
	case r.events <- event:
	case <-ctx.Done():
	}
}
