package cluster

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/skua-go/skua"
)

// Leases of tests. What a node is to keep it renews four times in a lease, and loses if the machine is
// too busy for that: kept is long enough. What it is to lose takes a lease, and it must not lose it by
// itself in the moment until the test stops its heart.
const (
	kept  = 2 * time.Second
	brief = time.Second
)

// A place is a server of a test.
type place struct {
	t     testing.TB
	dir   string
	limit int64 // of the store; 0: none
	now   atomic.Pointer[server.Server]
}

// newPlace starts a server without a port, stored in a directory of the test.
func newPlace(t testing.TB) *place {
	p := &place{t: t, dir: t.TempDir()}
	p.start()
	t.Cleanup(p.end)
	return p
}

func (p *place) start() {
	s, err := server.NewServer(&server.Options{DontListen: true, JetStream: true, StoreDir: p.dir, JetStreamMaxStore: p.limit, NoSigs: true, NoLog: true})
	if err != nil {
		p.t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		p.t.Fatal("the server does not start")
	}
	p.now.Store(s)
}

func (p *place) end() {
	p.now.Load().Shutdown()
	p.now.Load().WaitForShutdown()
}

// client is a client on a connection of its own.
func (p *place) client(c Config) *Client {
	p.t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(p), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(nc.Close)
	if c, err = c.complete(); err != nil {
		p.t.Fatal(err)
	}
	b, err := openBroker(context.Background(), nc, c, false)
	if err != nil {
		p.t.Fatal(err)
	}
	return &Client{b: b, config: c}
}

// InProcessConn connects to the server that runs at the time.
func (p *place) InProcessConn() (net.Conn, error) { return p.now.Load().InProcessConn() }

// node is a node on a connection of its own, closed at the end of the test.
func (p *place) node(c Config) *Node {
	p.t.Helper()
	if c.Pool == nil {
		c.Pool = newPool(p.t, max(1, c.Slots))
	}
	n, err := newNode(context.Background(), p.client(c))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		if err := n.Close(); err != nil {
			p.t.Error(err)
		}
	})
	return n
}

func newPool(t testing.TB, workers int) *skua.Pool {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// texts makes payloads.
func texts(s ...string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, s := range s {
			if !yield([]byte(s)) {
				return
			}
		}
	}
}

// numbers makes n payloads: "0", "1" …
func numbers(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range n {
			if !yield(fmt.Append(nil, i)) {
				return
			}
		}
	}
}

// submit submits a job.
func (p *place) submit(c Member, spec JobSpec, payloads iter.Seq[[]byte]) *Job {
	p.t.Helper()
	j, err := c.client().Submit(testContext(p.t), spec, payloads)
	if err != nil {
		p.t.Fatal(err)
	}
	return j
}

// outcomes collects the results of a job: the data, or the error's text.
func outcomes(t testing.TB, j *Job) (out []string) {
	t.Helper()
	ctx := testContext(t)
	for r, err := range j.Results(ctx) {
		if err != nil {
			out = append(out, r.ID+": "+err.Error())
		} else {
			out = append(out, string(r.Data))
		}
	}
	if ctx.Err() != nil {
		t.Fatalf("the job has not ended within a minute: %q", out)
	}
	return out
}

// testContext ends a test that hangs.
func testContext(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// until waits until a condition holds, for a minute.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute until %s", what)
		}
	}
}

// echo answers with its payload.
func echo(_ context.Context, t *Task) ([]byte, error) { return t.Payload, nil }

func equal(t testing.TB, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("got %s, want %s", strings.Join(got, " | "), strings.Join(want, " | "))
	}
}

// logger writes lines to the test's log while the test runs.
func logger(t testing.TB) io.Writer { return testWriter{t} }

type testWriter struct{ testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}
