package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// How executions are counted. A first delivery is run at once and nothing is
// written; of a task that was stored before what is written is read. Everything later is written before it happens: a failure with its
// error, before the task goes back to the queue; the start of a later execution,
// before it begins. So a task that kills its node is counted from its second
// start on, and a task that was only held, not begun, by a node that died is not
// counted at all.

// begin counts the start of an execution. It returns the attempt's number, and if
// that is above the budget, the error of the last one. Blocks for some
// round trips, unless this is the first delivery.
func (b *broker) begin(ctx context.Context, l *lease, node string) (attempt int, last string, err error) {
	if l.deliveries == 1 && !l.Again {
		return 1, "", nil
	}
	err = persist(ctx, func(ctx context.Context) (err error) {
		attempt, last, err = b.countStart(ctx, l, node)
		return err
	})
	return attempt, last, err
}

// countStart is begin for what is not a first delivery.
func (b *broker) countStart(ctx context.Context, l *lease, node string) (attempt int, last string, err error) {
	for {
		r, revision, err := b.starts(ctx, l.envelope)
		if err != nil {
			return 0, "", err
		}
		if r.Starts >= l.Attempts {
			if r.Error == "" {
				r.Error = "its node died, or was away longer than the lease, while it ran"
			}
			return r.Starts + 1, r.Error, nil
		}
		if r.Starts == 0 && l.deliveries == 1 {
			return 1, "", nil
		}
		r.Starts, r.Node, r.Next = r.Starts+1, node, time.Time{}
		if ok, err := b.putStarts(ctx, l.envelope, r, revision); ok || err != nil {
			return r.Starts, "", err
		}
	}
}

// failed notes that an attempt failed, and when the next may begin.
func (b *broker) failed(ctx context.Context, l *lease, attempt int, node, reason string, next time.Time) error {
	for {
		r, revision, err := b.starts(ctx, l.envelope)
		if err != nil {
			return err
		}
		r.Starts, r.Node, r.Error, r.Next = max(r.Starts, attempt), node, reason, next
		if ok, err := b.putStarts(ctx, l.envelope, r, revision); ok || err != nil {
			return err
		}
	}
}

// starts reads what is known of the starts of a task; the zero record, revision
// 0, if nothing is.
func (b *broker) starts(ctx context.Context, e envelope) (r startsRecord, revision uint64, err error) {
	entry, err := b.jobs.Get(ctx, startsKey+e.key())
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, err
	}
	return r, entry.Revision(), json.Unmarshal(entry.Value(), &r)
}

// putStarts writes r, unless another was faster.
func (b *broker) putStarts(ctx context.Context, e envelope, r startsRecord, revision uint64) (ok bool, err error) {
	if revision == 0 {
		_, err = b.jobs.Create(ctx, startsKey+e.key(), toJSON(r))
	} else {
		_, err = b.jobs.Update(ctx, startsKey+e.key(), toJSON(r), revision)
	}
	if errors.Is(err, jetstream.ErrKeyExists) || occupied(err) {
		return false, nil
	}
	return err == nil, err
}
