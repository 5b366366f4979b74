package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A publisher stores tasks, many at a time. The server knows the ID of a task
// for dedupWindow, so a publish whose answer was lost is repeated.
type publisher struct {
	ctx   context.Context
	b     *broker
	sent  []sending // the oldest first, not yet answered
	bytes int       // of their payloads
}

type sending struct {
	envelope
	answer jetstream.PubAckFuture
	begun  time.Time
}

const (
	maxPending      = 1024     // publishes on their way at a time
	maxPendingBytes = 16 << 20 // and bytes
	publishTimeout  = 5 * time.Second
)

func (b *broker) publisher(ctx context.Context) *publisher { return &publisher{ctx: ctx, b: b} }

// publish sends a task; flush says whether it is stored. It blocks while too
// many are on their way.
func (p *publisher) publish(e envelope) (err error) {
	if len(e.payload) > InlinePayload && e.Blob == "" {
		if e.Blob, err = p.b.putBlob(p.ctx, "p."+e.key(), e.payload); err != nil {
			return err
		}
		e.payload = nil
	}
	for len(p.sent) >= maxPending || len(p.sent) > 0 && p.bytes+len(e.payload) > maxPendingBytes {
		if err := p.settle(); err != nil {
			return err
		}
	}
	return p.send(e, time.Now())
}

// flush waits until all tasks sent are stored.
func (p *publisher) flush() error {
	for len(p.sent) > 0 {
		if err := p.settle(); err != nil {
			return err
		}
	}
	return nil
}

func (p *publisher) send(e envelope, begun time.Time) error {
	answer, err := p.b.js.PublishMsgAsync(message(e.taskSubject(), e, e.payload), jetstream.WithMsgID(e.messageID()))
	if err != nil {
		return fmt.Errorf("cluster: submit task %s: %w", e.key(), explainServer(err))
	}
	p.sent = append(p.sent, sending{e, answer, begun})
	p.bytes += len(e.payload)
	return nil
}

// settle waits for the answer to the oldest task, and sends the task again if
// there was none, or no room for it.
func (p *publisher) settle() error {
	s := p.sent[0]
	p.sent, p.bytes = p.sent[1:], p.bytes-len(s.payload)
	var err error
	select {
	case <-s.answer.Ok():
		return nil
	case err = <-s.answer.Err():
	case <-p.ctx.Done():
		return context.Cause(p.ctx)
	}
	wait, again := retryPublish(err, time.Since(s.begun))
	if !again {
		return fmt.Errorf("cluster: submit task %s: %w", s.key(), explainServer(err))
	}
	select {
	case <-time.After(wait):
	case <-p.ctx.Done():
		return context.Cause(p.ctx)
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
	case errors.Is(err, jetstream.ErrAsyncPublishTimeout), errors.Is(err, nats.ErrDisconnected),
		errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		return 100 * time.Millisecond, since < dedupWindow/2
	}
	return 0, false
}

// messageID names a task for the server's check of duplicates.
func (e envelope) messageID() string { return e.key() }
