package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/skua-go/skua/cluster/internal/server"
)

// A publisher stores tasks. It collects them into batches, which the server syncs
// to disk together. A batch that the server refuses, or does not answer, is sent
// again one by one: the server knows the ID of a task for dedupWindow, so nothing is stored
// twice, and only the tasks that are the cause are refused.
type publisher struct {
	ctx   context.Context
	b     *broker
	batch []envelope // collected
	bytes int        // of their payloads
	sent  []sending  // one by one, the oldest first, not yet answered

	note func(context.Context) error // if not nil, called before a batch is stored
}

type sending struct {
	envelope
	answer jetstream.PubAckFuture
	begun  time.Time
}

const (
	maxPending      = 1024    // publishes on their way at a time
	maxPendingBytes = 8 << 20 // bytes of payloads in a batch
)

func (b *broker) publisher(ctx context.Context) *publisher { return &publisher{ctx: ctx, b: b} }

// publish takes a task to be stored; flush says whether it is. It blocks while it
// stores a batch.
func (p *publisher) publish(e envelope) (err error) {
	if len(e.payload) > InlinePayload && e.Blob == "" {
		if e.Blob, err = p.b.putBlob(p.ctx, payloadBlob+"."+e.key(), e.payload); err != nil {
			return err
		}
		e.payload = nil
	}
	if err := p.b.fits(e); err != nil {
		return err
	}
	if e.toHost() {
		if err := persist(p.ctx, func(ctx context.Context) error { return p.b.openHost(ctx, e.class()) }); err != nil {
			return err
		}
	}
	p.batch, p.bytes = append(p.batch, e), p.bytes+len(e.payload)
	if len(p.batch) >= batchSize || p.bytes >= maxPendingBytes {
		return p.flush()
	}
	return nil
}

// fits returns an error for a task that the queue cannot store even if it is empty: publish would
// wait for room for ever.
func (b *broker) fits(e envelope) error {
	limit := b.tasks.CachedInfo().Config.MaxBytes // the founder's Config.MaxStore
	m := message(e.taskSubject(), e, e.payload)
	m.Header.Set(jetstream.MsgIDHeader, e.messageID())
	if size := int64(m.Size()) + recordSize; limit > 0 && size > limit {
		return fmt.Errorf("%w: task %s needs %d bytes of the queue, which has %d (Config.MaxStore of its founder)", ErrTooLarge, e.key(), size, limit)
	}
	return nil
}

// recordSize is more than what the server adds to a message that it stores.
const recordSize = 64

// batchSize is how many messages are synced to disk together. More hardly help: on one disk
// batches of 256 stored 12,000 messages a second and batches of 1,000 13,000, single ones 750.
// Fewer than minBatch are faster alone: a batch costs as much as that many.
const (
	batchSize = 256
	minBatch  = 16
)

// flush waits until all tasks are stored.
func (p *publisher) flush() error {
	defer p.clear()
	if p.note != nil && len(p.batch) > 0 {
		if err := p.note(p.ctx); err != nil {
			return err
		}
	}
	if p.together(p.batch) {
		return nil
	}
	for _, e := range p.batch {
		if err := p.send(e, time.Now()); err != nil {
			return err
		}
	}
	for len(p.sent) > 0 {
		if err := p.settle(); err != nil {
			return err
		}
	}
	return nil
}

// clear empties the batch, whose payloads may be large, and keeps its room.
func (p *publisher) clear() {
	clear(p.batch)
	p.batch, p.bytes = p.batch[:0], 0
}

// together stores a batch, or reports that it may not be stored.
func (p *publisher) together(batch []envelope) bool {
	if len(batch) < minBatch {
		return len(batch) == 0
	}
	messages := make([]*nats.Msg, len(batch))
	for i, e := range batch {
		messages[i] = message(e.taskSubject(), e, e.payload)
		messages[i].Header.Set(jetstream.MsgIDHeader, e.messageID())
	}
	ctx, cancel := context.WithTimeout(p.ctx, publishTimeout)
	defer cancel()
	return server.PublishBatch(ctx, p.b.nc, messages) == nil
}

func (p *publisher) send(e envelope, begun time.Time) error {
	for {
		answer, err := p.b.js.PublishMsgAsync(message(e.taskSubject(), e, e.payload), jetstream.WithMsgID(e.messageID()))
		if err == nil {
			p.sent = append(p.sent, sending{e, answer, begun})
			return nil
		}
		if err := p.again(e, begun, err); err != nil {
			return err
		}
	}
}

// again waits until a task whose publish failed may be sent again, or returns why not.
func (p *publisher) again(e envelope, begun time.Time, err error) error {
	wait, again := retryPublish(err, time.Since(begun))
	if !again {
		return fmt.Errorf("cluster: submit task %s: %w", e.key(), explainServer(err))
	}
	if !pause(p.ctx, wait) {
		return context.Cause(p.ctx)
	}
	return nil
}

// settle waits for the answer to the oldest task, and sends the task again if
// there was none, or no room for it.
func (p *publisher) settle() error {
	s := p.sent[0]
	p.sent = p.sent[1:]
	var err error
	for err == nil {
		select {
		case <-s.answer.Ok():
			return nil
		case err = <-s.answer.Err():
		case <-p.ctx.Done():
			return context.Cause(p.ctx)
		case <-time.After(time.Second): // the library does not answer when the connection is closed
			if p.b.nc.IsClosed() {
				err = nats.ErrConnectionClosed
			}
		}
	}
	if err := p.again(s.envelope, s.begun, err); err != nil {
		return err
	}
	return p.send(s.envelope, s.begun)
}

// retryPublish says whether and when a publish that failed is tried again. A
// queue that has reached its own limit empties; a full disk does not. An answer
// may be missed while the server restarts; the same task is not stored twice
// within dedupWindow, so tries end well before.
func retryPublish(err error, since time.Duration) (wait time.Duration, again bool) {
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && strings.Contains(api.Description, "maximum bytes exceeded"):
		return 50 * time.Millisecond, true
	case lost(err):
		return 100 * time.Millisecond, since < maxOutage
	}
	return 0, false
}

// messageID names a task for the server's check of duplicates, which outlasts Forget.
func (e envelope) messageID() string { return e.key() + e.anew }
