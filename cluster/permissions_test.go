package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A user with the permissions that cluster/docs/cluster.md lists may do everything.
func TestPermissions(t *testing.T) {
	publish := []string{"skua.>", "$JS.API.>", "$JS.ACK.>", "$KV.>", "$O.>", "_INBOX.>"}
	s, err := server.NewServer(&server.Options{
		DontListen: true, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		Users: []*server.User{{Username: "u", Password: "p", Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: publish},
			Subscribe: &server.SubjectPermission{Allow: []string{"skua.>", "_INBOX.>"}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	client := func(c Config) *Client {
		nc, err := nats.Connect("", nats.InProcessServer(s), nats.UserInfo("u", "p"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { t.Error(err) }))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		if c, err = c.complete(); err != nil {
			t.Fatal(err)
		}
		b, err := openBroker(minute(t), nc, c, false)
		if err != nil {
			t.Fatal(err)
		}
		return &Client{b: b, config: c}
	}
	ctx, c := minute(t), client(Config{})
	for range 2 { // two, which steal from each other
		testNode(t, client(Config{Slots: 1, Handlers: map[string]Handler{"echo": echo, "no": func(context.Context, *Task) ([]byte, error) { return nil, Fatal(errors.New("no")) }}}))
	}
	job, err := c.Submit(ctx, JobSpec{Handler: "echo", ID: "j"}, slices.Values([][]byte{make([]byte, InlinePayload+1), []byte("x")}))
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes(t, job); len(got) != 2 || len(got[0]) != InlinePayload+1 || got[1] != "x" {
		t.Errorf("%d results", len(got))
	}
	sum, err := job.Store(ctx, bytes.NewReader([]byte("content")))
	if err != nil {
		t.Fatal(err)
	}
	var content bytes.Buffer
	if err := job.Load(ctx, sum, &content); err != nil || content.String() != "content" {
		t.Errorf("%q, %v", content.String(), err)
	}
	dead := mustSubmit(t, c, JobSpec{Handler: "no", ID: "dead"}, 1)
	if err := dead.Wait(ctx); err == nil {
		t.Error("a handler that fails has no dead letter")
	}
	if n, err := c.Retry(ctx, "dead"); n != 1 || err != nil {
		t.Errorf("Retry: %d, %v", n, err)
	}
	if jobs, err := c.Jobs(ctx); len(jobs) != 2 || err != nil {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
	if _, err := c.Explain(ctx, "j", "0"); err != nil {
		t.Error(err)
	}
	calls, err := c.Calls(ctx, JobSpec{Handler: "echo"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := calls.Do(ctx, []byte("call")); string(r.Data) != "call" || err != nil {
		t.Errorf("Do: %q, %v", r.Data, err)
	}
	for _, end := range []func() error{calls.Close, func() error { return dead.Cancel(ctx) }, func() error { return c.Forget(ctx, "dead") }, func() error { return c.Forget(ctx, "j") }} {
		if err := end(); err != nil {
			t.Error(fmt.Errorf("the end: %w", err))
		}
	}
}
