package cluster

import (
	"testing"
	"time"
)

// TestPending has four tasks of a handler, of which one is taken, one fails and one is taken again;
// one that is urgent, two of a host, and one of no queue.
func TestPending(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	begun := time.Now()
	submit := func(spec JobSpec, n int) {
		t.Helper()
		if _, err := c.Submit(t.Context(), spec, payloads(n)); err != nil {
			t.Fatal(err)
		}
	}
	submit(JobSpec{Handler: "h"}, 4)
	leases := pull(t, c, Batch, 3)
	finish(t, c, leases[0], outcome{Failed: true, Error: "it fails"})
	if _, err := c.b.nc.RequestWithContext(minute(t), leases[1].token, ackLater); err != nil { // waits, as answer does not
		t.Fatal(err)
	}
	pull(t, c, Batch, 1) // the one that was given back
	submit(JobSpec{Handler: "h", Priority: Interactive}, 1)
	submit(JobSpec{Handler: "other", Host: func(int, []byte) string { return "host.example" }}, 2)
	submit(JobSpec{Handler: "unknown"}, 1)
	if _, err := c.b.openQueue(t.Context(), handlerClass(Interactive, "h")); err != nil {
		t.Fatal(err)
	}
	b, err := c.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if b.Tasks != 7 || b.Dead != 1 || len(b.Queues) != 5 {
		t.Fatalf("%d tasks, %d dead letters and %d queues, want 7, 1 and 5: %+v", b.Tasks, b.Dead, len(b.Queues), b)
	}
	for i, want := range []QueueInfo{
		{Host: "host-example", Waiting: 2},
		{Handler: "h", Priority: Interactive, Waiting: 1},
		{Handler: "h", Waiting: 1, Leased: 2, Again: 1},
		{Handler: "other"},
		{Handler: "unknown", Waiting: 1},
	} {
		got := b.Queues[i]
		if none := want.Waiting+want.Leased == 0; none != got.Oldest.IsZero() {
			t.Errorf("queue %d: the oldest task is of %v", i, got.Oldest)
		} else if !none && got.Oldest.Before(begun.Add(-time.Minute)) || got.Oldest.After(time.Now().Add(time.Minute)) {
			t.Errorf("queue %d: the oldest task is of %v", i, got.Oldest)
		}
		if want.Oldest = got.Oldest; got != want {
			t.Errorf("queue %d is %+v, want %+v", i, got, want)
		}
	}
	if urgent, usual := b.Queues[1].Oldest, b.Queues[2].Oldest; !usual.Before(urgent) {
		t.Errorf("the oldest tasks are of %v and, submitted later, of %v", usual, urgent)
	}
}

// TestPending_empty: a queue without a task has no oldest one.
func TestPending_empty(t *testing.T) {
	c := testClient(t, startServer(t), Config{})
	if _, err := c.b.openQueue(t.Context(), handlerClass(Batch, "h")); err != nil {
		t.Fatal(err)
	}
	b, err := c.Pending(t.Context())
	if err != nil || b.Dead != 0 || len(b.Queues) != 1 || b.Queues[0] != (QueueInfo{Handler: "h"}) {
		t.Errorf("%+v, %v; want the empty queue of h", b, err)
	}
}
