package cluster

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// A handler that goes on although its job was forgotten leaves nothing, and is not in the way of a
// job that gets the ID.
func TestForget_late(t *testing.T) {
	p := newPlace(t)
	ctx := minute(t)
	began, release := make(chan bool), make(chan bool)
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"deaf": func(_ context.Context, t *Task) ([]byte, error) {
		if string(t.Payload) == "old" {
			began <- true
			<-release
		}
		return append(t.Payload, make([]byte, InlinePayload)...), nil
	}}})
	old := p.submit(n, JobSpec{Handler: "deaf", ID: "j"}, texts("old"))
	<-began
	n.mu.Lock()
	var late *held
	for h := range n.held {
		late = h
	}
	n.mu.Unlock()
	if err := errors.Join(old.Cancel(ctx), n.Forget(ctx, "j")); err != nil {
		t.Fatal(err)
	}
	c := p.client(Config{})
	job := p.submit(c, JobSpec{Handler: "deaf", ID: "j"}, texts("new"))
	until(t, "the node knows", func() bool { n.mu.Lock(); defer n.mu.Unlock(); return n.gone.jobs["j"].alive != 0 })
	// The outcome is recorded as if the node had not yet heard that the job is cancelled.
	(&execution{n: n, held: late}).succeed(answer{data: make([]byte, 2*InlinePayload)})
	close(release)
	for r, err := range job.Results(ctx) {
		if err != nil || string(r.Data[:3]) != "new" {
			t.Errorf("result %.3q, %v, want new", r.Data, err)
		}
	}
	if m, err := n.b.recorded(ctx, late.envelope); m != nil || err != nil {
		t.Errorf("a result of the forgotten job stays: %v, %v", m, err)
	}
	if whole, _ := objects(t, c); whole != 1 {
		t.Errorf("%d objects, want that of the result", whole)
	}
}

// A task that does not fit into an empty queue is refused: there will never be room for it.
func TestMaxStore_payload(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{MaxStore: 64 << 10})
	if _, err := c.Submit(minute(t), JobSpec{Handler: "h"}, slices.Values([][]byte{bytes.Repeat([]byte("x"), 64<<10)})); !errors.Is(err, ErrTooLarge) {
		t.Errorf("64 KiB for a queue of 64 KiB: %v, want ErrTooLarge", err)
	}
	// The largest that is not refused is stored: else Submit would wait for ever.
	largest := 64 << 10
	for ; c.b.fits(envelope{Job: newID(), Born: 1 << 60, ID: "0", Handler: "h", Attempts: 3, payload: make([]byte, largest)}) != nil; largest-- {
	}
	p.submit(c, JobSpec{Handler: "h"}, slices.Values([][]byte{make([]byte, largest)}))
}

// A job on a store that is full is forgotten like any other: that makes room.
func TestForget_full(t *testing.T) {
	s := startServer(t)
	ctx, c := minute(t), testClient(t, s, Config{})
	mustSubmit(t, c, JobSpec{Handler: "h", ID: "j"}, 100)
	usage := s.GlobalAccount().JetStreamUsage()
	if err := s.GlobalAccount().UpdateJetStreamLimits(map[string]server.JetStreamAccountLimits{
		"": {MaxMemory: int64(usage.Memory), MaxStore: int64(usage.Store), MaxStreams: -1, MaxConsumers: -1, MaxAckPending: -1, MemoryMaxStreamBytes: -1, StoreMaxStreamBytes: -1},
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "h", ID: "k"}, payloads(1)); !errors.Is(err, ErrFull) {
		t.Fatalf("Submit: %v, want ErrFull", err)
	}
	if err := c.Forget(ctx, "j"); err != nil {
		t.Errorf("Forget: %v", err)
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "h", ID: "k"}, payloads(1)); err != nil {
		t.Errorf("Submit into the room: %v", err)
	}
}
