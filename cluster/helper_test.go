package cluster

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// startServer runs a real NATS server without a port until the test ends.
func startServer(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{DontListen: true, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server did not start")
	}
	return s
}

// connect returns a connection of its own to the server.
func connect(t *testing.T, s *server.Server) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// testClient returns a client on a connection of its own.
func testClient(t *testing.T, s *server.Server, c Config) *Client {
	t.Helper()
	c, err := c.complete()
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBroker(t.Context(), connect(t, s), c, true)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{b: b, config: c}
}

// pull takes n tasks of the handler "h" off the queue.
func pull(t *testing.T, c *Client, p Priority, n int) (out []*lease) {
	t.Helper()
	class := handlerClass(p, "h")
	if _, err := c.b.openQueue(t.Context(), class); err != nil {
		t.Fatal(err)
	}
	consumer, err := c.b.tasks.Consumer(t.Context(), queueName(class))
	if err != nil {
		t.Fatal(err)
	}
	for ctx := minute(t); len(out) < n && ctx.Err() == nil; {
		sent := time.Now()
		batch, err := consumer.Fetch(n-len(out), jetstream.FetchMaxWait(c.b.expires()))
		if err != nil {
			t.Fatal(err)
		}
		for m := range batch.Messages() {
			l, err := newLease(&nats.Msg{Subject: m.Subject(), Reply: m.Reply(), Header: m.Headers(), Data: m.Data(), Sub: &nats.Subscription{}}, sent, c.b.lease())
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, l)
		}
	}
	return out
}

// payloads are the numbers below n, as text.
func payloads(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range n {
			if !yield(fmt.Append(nil, i)) {
				return
			}
		}
	}
}

// finish records a result for a lease and releases it.
func finish(t *testing.T, c *Client, l *lease, o outcome) {
	t.Helper()
	o.ID, o.Attempts = l.ID, max(o.Attempts, 1)
	var err error
	if o.Failed {
		err = c.b.bury(t.Context(), l.envelope, o)
	} else {
		_, err = c.b.record(t.Context(), l.envelope, o)
	}
	if err == nil {
		err = c.b.answer(l, isDone, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// minute returns a context that ends a test that hangs.
func minute(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
