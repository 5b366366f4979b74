package cluster

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// # What the store has lost
//
// A task that is stored waits in the queue until its outcome is recorded. So one that neither waits
// nor has an outcome, of a job that was submitted whole, is lost: the store's file was damaged, or
// what was confirmed was not yet on disk when the power failed. Nobody will run it. A job has ended
// when each task has an outcome, those that others spawned included: the cursor of a reader says which
// they are.

// errLost is the error of a task that is lost.
const errLost = "lost by the store"

// missing lists the tasks of a job that are lost, in order. ended reports whether all tasks have an outcome.
// Blocks until it has read all outcomes.
//
// ORDER: letters, then the queue, then outcomes. A task that ends or is revived meanwhile goes the other way.
func (c *Client) missing(ctx context.Context, r jobRecord) (lost []string, ended bool, err error) {
	letters, err := subjects(ctx, c.b.dead, deadSubject+r.prefix())
	if err != nil {
		return nil, false, err
	}
	waiting, err := c.waiting(ctx, r)
	if err != nil {
		return nil, false, err
	}
	children, err := spawned(ctx, c.b, r)
	if err != nil {
		return nil, false, err
	}
	ended = true
	for at := newCursor(r.Tasks); !at.ended(); {
		id := at.id()
		n, has := children[id]
		if _, dead := letters[deadSubject+r.prefix()+id]; !has && !waiting[id] && !dead {
			lost = append(lost, id)
		}
		ended = ended && has
		at.next(n)
	}
	return lost, ended, nil
}

// waits reports whether a task is in the queue, leased or not.
func (c *Client) waits(ctx context.Context, e envelope) (bool, error) {
	_, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return c.b.tasks.GetLastMsgForSubject(ctx, tasksSubject+"*."+e.key())
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// spawned returns how many tasks each task of a job has spawned that has an outcome.
func spawned(ctx context.Context, b *broker, r jobRecord) (map[string]int, error) {
	children := make(map[string]int)
	consumer, err := ask(ctx, func(ctx context.Context) (jetstream.Consumer, error) {
		return b.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultsSubject + r.prefix() + ">"}, HeadersOnly: true})
	})
	if err != nil {
		return nil, err
	}
	messages, err := consumer.Messages()
	if err != nil {
		return nil, explainServer(err)
	}
	defer messages.Stop()
	for left := consumer.CachedInfo().NumPending; left > 0; {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, explainServer(err)
		}
		var o outcome
		meta, err := m.Metadata()
		if err = errors.Join(err, unpack(m.Headers(), &o)); err != nil {
			return nil, err
		}
		children[o.ID], left = o.Children, meta.NumPending
	}
	return children, nil
}

// lose makes the reader yield the tasks as lost that were missing at two looks.
func (r *reader) lose(ctx context.Context, record jobRecord) error {
	lost, _, err := r.j.c.missing(ctx, record)
	was := r.missing
	r.missing = make(map[string]bool)
	for _, id := range lost {
		r.missing[id] = true
		if was[id] {
			r.keep(stored{outcome: outcome{ID: id, Failed: true, Error: errLost}})
		}
	}
	return err
}

// restore compares the payloads with those of a job that was submitted whole, and stores tasks again that the
// store has lost. One that others spawned comes from its root, so that runs again, and so does what is
// between: their outcomes are removed. The payloads of lost tasks are in memory meanwhile.
func (j *Job) restore(ctx context.Context, spec JobSpec, r *repeat, payloads iter.Seq[[]byte]) error {
	lost, _, err := j.c.missing(ctx, j.record)
	if err != nil {
		return err
	}
	roots := make(map[string]bool)
	for _, id := range lost {
		root, _, _ := strings.Cut(id, ".")
		roots[root] = true
	}
	var again []envelope
	if err := r.whole(func(yield func([]byte) bool) {
		for i, payload := range number(payloads) {
			if roots[strconv.Itoa(i)] {
				again = append(again, newEnvelope(j.record, spec, i, payload))
			}
			if !yield(payload) {
				return
			}
		}
	}); err != nil {
		return err
	}
	for _, id := range lost {
		for strings.Contains(id, ".") {
			id = parent(id)
			if err := purge(ctx, j.c.b.results, resultsSubject+j.record.prefix()+id); err != nil {
				return err
			}
		}
	}
	p := j.c.b.publisher(ctx)
	for _, e := range again {
		e.Again, e.anew = true, newID()
		if err := p.publish(e); err != nil {
			return err
		}
	}
	return p.flush()
}
