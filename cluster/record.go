package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// record stores the outcome of a task, unless one is stored: the first writer
// wins, however late the second comes. Only after that may the task leave the
// queue (release), so a task whose outcome was not stored is delivered again.
// It blocks until the server has stored it. first reports whether this was the first.
func (b *broker) record(ctx context.Context, e envelope, o outcome) (first bool, err error) {
	if len(o.data) > InlinePayload || e.Call && len(o.data) > maxLeft {
		if o.Blob, err = b.putBlob(ctx, resultBlob+"."+e.key()+"."+newID(), o.data); err != nil {
			return false, err
		}
		o.data = nil
	}
	err = b.recorder.store(ctx, message(e.resultSubject(), o, o.data))
	if occupied(err) {
		return b.mine(ctx, e, o)
	}
	if err != nil {
		return false, fmt.Errorf("cluster: record the result of task %s: %w", e.key(), explainServer(err))
	}
	return true, nil
}

// maxLeft is how many bytes of the result of a call are stored in its record, which stays when the
// result was read. Arbitrary: more would fill the server in a long batch, and an object takes some
// messages more.
const maxLeft = 4 << 10

// mine reports whether the stored outcome of a task is o after all, whose confirmation was
// lost. If it is another, the object of o goes.
func (b *broker) mine(ctx context.Context, e envelope, o outcome) (bool, error) {
	if o.Blob == "" {
		return false, nil
	}
	s, err := b.stored(ctx, e)
	if err != nil {
		return false, err
	}
	if s.Blob != o.Blob {
		b.dropBlob(ctx, o.Blob)
	}
	return s.Blob == o.Blob, nil
}

// stored returns the outcome of a task, without its bytes.
func (b *broker) stored(ctx context.Context, e envelope) (o outcome, err error) {
	m, err := b.results.GetLastMsgForSubject(ctx, e.resultSubject())
	if err != nil {
		return o, explainServer(err)
	}
	return o, unpack(m.Header, &o)
}

// recorded returns the message that records the outcome of a task, or nil if none does.
func (b *broker) recorded(ctx context.Context, e envelope) (*jetstream.RawStreamMsg, error) {
	m, err := b.results.GetLastMsgForSubject(ctx, e.resultSubject())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, b.missed(err)
}

// outcome returns the recorded outcome of a task, without its bytes, and when it was recorded; or
// nil if none is.
func (b *broker) outcome(ctx context.Context, e envelope) (*outcome, time.Time, error) {
	m, err := b.recorded(ctx, e)
	if m == nil || err != nil {
		return nil, time.Time{}, err
	}
	o := new(outcome)
	return o, m.Time, unpack(m.Header, o)
}

// bury makes a task a dead letter: kept whole, to be looked at and retried, and
// recorded as failed, so that its job can end. The stream keeps the last letter of a
// task. Blocks for two round trips.
//
// NOT: create-only, as results are. A task that is retried and fails at once is buried
// before revive has removed its old letter, which would refuse the new one.
func (b *broker) bury(ctx context.Context, e envelope, o outcome) error {
	o.Failed = true
	ack, err := b.js.PublishMsg(ctx, message(e.deadSubject(), deadRecord{e, o.Error, o.Attempts, o.Node}, e.payload))
	if err != nil {
		return fmt.Errorf("cluster: keep the dead letter of task %s: %w", e.key(), explainServer(err))
	}
	first, err := b.record(ctx, e, o)
	if first || err != nil {
		return err
	}
	won, err := b.stored(ctx, e)
	if err != nil || won.state() == StateDead {
		return err
	}
	return b.dead.DeleteMsg(ctx, ack.Sequence) // another execution ended well before: nothing is dead
}

// A deadRecord is a dead letter as it is stored.
type deadRecord struct {
	Envelope envelope `json:"envelope"`
	Error    string   `json:"error"`
	Attempts int      `json:"attempts"`
	Node     string   `json:"node"`
}

// occupied reports whether the server refused a message because its subject
// already has one.
func occupied(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
