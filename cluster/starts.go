package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// How executions are counted. A first delivery is run at once and nothing is
// written; of a task that was stored before what is written is read. Everything later is written before it
// happens: a failure with its error, before the task goes back to the queue; the start of a later execution,
// before it begins. So a task that kills its node is counted from its second start on, and a task that was
// only held, not begun, by a node that died is not counted at all.
//
// A start that no end was heard of is a death: the node died, or was away for longer than the lease.
// Deaths are counted apart from failures. Which of the tasks that ran in the node was the cause nobody
// knows, so a task with a death on its record runs alone in its node (company.go), and only a death
// there makes it a dead letter.

// errDeath is the error of a task that has died often enough.
const errDeath = "its node died, or was away longer than the lease, while it ran"

// A start is what begin says of an execution.
type start struct {
	attempt int    // its number, deaths included
	failed  int    // attempts before it that failed
	over    string // not empty: the error of the last attempt, there may be no more
}

// begin counts the start of an execution. It runs alone in its node if the last start that is known has not
// ended. Blocks for some round trips, unless no start is known.
func (b *broker) begin(ctx context.Context, l *lease, node string, known startsRecord) (s start, err error) {
	if l.deliveries == 1 && known.Starts == 0 {
		return start{attempt: 1}, nil
	}
	err = persist(ctx, func(ctx context.Context) (err error) {
		s, err = countStart(ctx, b, l, node, known.Open)
		return err
	})
	return s, err
}

// first reports whether nothing can be known of a task: it is delivered for the first time.
func (l *lease) first() bool { return l.deliveries == 1 && !l.Again }

// countStart is begin for what is not a first delivery.
func countStart(ctx context.Context, b *broker, l *lease, node string, alone bool) (start, error) {
	for {
		r, revision, err := b.starts(ctx, l.envelope)
		if err != nil {
			return start{}, err
		}
		died := r.Open && r.Alone
		if r.Open {
			r.Deaths++
		}
		failed := r.Starts - r.Deaths
		switch {
		case failed >= l.Attempts:
			return start{r.Starts, failed, r.Error}, nil
		case died && r.Deaths >= l.Attempts:
			return start{r.Starts, failed, errDeath}, nil
		}
		r.Starts, r.Open, r.Alone, r.Node, r.Next = r.Starts+1, true, alone, node, time.Time{}
		if ok, err := b.putStarts(ctx, l.envelope, r, revision); ok || err != nil {
			return start{attempt: r.Starts, failed: failed}, err
		}
	}
}

// failed notes that an attempt failed, and when the next may begin.
func (r *startsRecord) failed(attempt int, node, reason string, next time.Time) {
	r.Starts, r.Open, r.Node, r.Error, r.Next = max(r.Starts, attempt), false, node, reason, next
}

// unbegin takes back the start of an execution that its node has ended without a failure.
func (r *startsRecord) unbegin() {
	if r.Open {
		r.Starts, r.Open = r.Starts-1, false
	}
}

// noteStarts changes what is known of the starts of a task.
func (b *broker) noteStarts(ctx context.Context, l *lease, change func(*startsRecord)) error {
	for {
		r, revision, err := b.starts(ctx, l.envelope)
		if err != nil {
			return err
		}
		change(&r)
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
	if json.Unmarshal(entry.Value(), &r) != nil {
		r = startsRecord{} // unreadable: nothing is known, and it is written anew
	}
	return r, entry.Revision(), nil
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
