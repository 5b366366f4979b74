package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// persist calls f, with a context for one request, until the server has answered: a request is lost
// with the server or the connection that it was sent to. f must bear repetition. It gives up when
// ctx ends, or after a minute: a server restarts or is replaced sooner.
func persist(ctx context.Context, f func(ctx context.Context) error) error {
	return persistFor(ctx, publishTimeout, f)
}

// persistFor is persist for requests that may take long.
func persistFor(ctx context.Context, timeout time.Duration, f func(ctx context.Context) error) error {
	for begun := time.Now(); ; {
		err := once(ctx, timeout, f)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !lost(err) || time.Since(begun) > maxOutage:
			return explainServer(err)
		}
		if !pause(ctx, 100*time.Millisecond) {
			return context.Cause(ctx)
		}
	}
}

// pause waits for d, and reports false if ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// maxOutage is how long a server may be away without an error. It is well within
// dedupWindow, so whatever is sent again is known to the server.
const maxOutage = time.Minute

func once(ctx context.Context, timeout time.Duration, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return f(ctx)
}

// ask is persist for questions.
func ask[T any](ctx context.Context, f func(ctx context.Context) (T, error)) (v T, err error) {
	err = persist(ctx, func(ctx context.Context) (err error) {
		v, err = f(ctx)
		return err
	})
	return v, err
}

// lost reports whether an error says that the server did not answer, or could not
// yet.
func lost(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout,
		jetstream.ErrTooManyStalledMsgs, // others wait for as many answers as may be awaited
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10008 // JetStream is about to start
}
