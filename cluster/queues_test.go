package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// briefly makes queues that no node asks go soon, until the test ends.
func briefly(t *testing.T) {
	bounded(t, func(b *bounds) { b.queue = 100 * time.Millisecond })
}

func queues(t *testing.T, c *Client) int {
	info, err := c.b.tasks.Info(minute(t))
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Consumers
}

// The queues of handlers that no node has are removed, and there may be more than the server's default.
func TestQueues_ofHandlersThatAreGone(t *testing.T) {
	briefly(t)
	c := testClient(t, startServer(t), Config{})
	const names = server.JSDefaultMaxConsumersPerStream + 10
	c.b.queue = time.Hour
	for i := range names {
		if _, err := c.b.openQueue(minute(t), handlerClass(Batch, fmt.Sprint("v", i))); err != nil {
			t.Fatalf("queue %d: %v", i, err)
		}
	}
	c.b.queue = 100 * time.Millisecond
	for i := range names { // as of nodes that have left
		if _, err := c.b.openQueue(minute(t), handlerClass(Batch, fmt.Sprint("v", i))); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "no queue is left", func() bool { return queues(t, c) == 0 })
}

// Tasks whose queue was removed wait for the next node that has the handler. It does not run again what has
// a result, and counts the starts that were counted before.
func TestQueues_again(t *testing.T) {
	briefly(t)
	p := newPlace(t)
	c := p.client(Config{Lease: minLease})
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h", Attempts: 2}, 3)
	for _, l := range pull(t, c, Batch, 3) { // by a node that dies
		switch l.ID {
		case "0":
			if _, err := c.b.record(minute(t), l.envelope, outcome{ID: "0", data: []byte("recorded"), Attempts: 1}); err != nil {
				t.Fatal(err)
			}
		case "1":
			for attempt := range 2 {
				if err := c.b.noteStarts(minute(t), l, func(r *startsRecord) { r.failed(attempt+1, "dead", "no luck", time.Now()) }); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	until(t, "the queue is gone", func() bool { return queues(t, c) == 0 })
	ran := make(chan string, 100)
	p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		ran <- t.ID
		return t.Payload, nil
	}}})
	job, err := c.Job(minute(t), "j")
	if err != nil {
		t.Fatal(err)
	}
	got := outcomes(t, job)
	if len(got) != 3 || got[0] != "recorded" || !strings.Contains(got[1], "no luck") || got[2] != "2" {
		t.Errorf("results %q, want the recorded one, the failure, and 2", got)
	}
	for range len(ran) {
		if id := <-ran; id != "2" {
			t.Errorf("task %s ran again", id)
		}
	}
}

// A node whose queue was removed while it asked for nothing makes it again.
func TestQueues_ofANodeThatRested(t *testing.T) {
	briefly(t)
	p := newPlace(t)
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": echo}, Log: logger(t)})
	n.rest("its owner computes")
	until(t, "the queues are gone", func() bool { return queues(t, n.Client) == 0 })
	job := mustSubmit(t, p.client(Config{}), JobSpec{Handler: "h"}, 2)
	n.resume()
	equal(t, outcomes(t, job), []string{"0", "1"})
}

// Tasks that are submitted before a node has joined are not looked up one by one.
func TestQueues_beforeNodes(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	var again atomic.Int32
	job := mustSubmit(t, c, JobSpec{Handler: "h"}, 20)
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		if t.env.Again {
			again.Add(1)
		}
		return t.Payload, nil
	}}})
	if got := outcomes(t, job); len(got) != 20 || again.Load() != 0 {
		t.Errorf("%d results, %d tasks were looked up by %s; want 20, none", len(got), again.Load(), n.config.Name)
	}
}

// An account that allows fewer consumers than a cluster may have gets a cluster nevertheless, and whoever
// meets the limit is told what it is.
func TestQueues_limited(t *testing.T) {
	s := startServer(t)
	if err := s.GlobalAccount().UpdateJetStreamLimits(map[string]server.JetStreamAccountLimits{
		"": {MaxMemory: -1, MaxStore: -1, MaxStreams: -1, MaxConsumers: 3, MaxAckPending: -1, MemoryMaxStreamBytes: -1, StoreMaxStreamBytes: -1},
	}); err != nil {
		t.Fatal(err)
	}
	c := testClient(t, s, Config{Handlers: map[string]Handler{"a": echo, "b": echo}})
	_, err := newNode(minute(t), c)
	if err == nil || !strings.Contains(err.Error(), "the server allows no more consumers") {
		t.Errorf("two handlers where 3 consumers are allowed: %v, want an error that says so", err)
	}
}

// A queue whose file is damaged: the error says what to remove, and then the tasks run that have no
// results.
func TestQueues_damaged(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 2)
	finished := pull(t, c, Batch, 1)[0]
	if _, err := c.b.record(minute(t), finished.envelope, outcome{ID: finished.ID, data: []byte("recorded"), Attempts: 1}); err != nil {
		t.Fatal(err)
	}
	p.end()
	queue := filepath.Join(p.dir, "jetstream", "$G", "streams", tasksStream, "obs", queueName(handlerClass(Batch, "h")))
	meta := filepath.Join(queue, "meta.inf")
	data, err := os.ReadFile(meta)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 0x10
	if err := os.WriteFile(meta, data, 0o600); err != nil {
		t.Fatal(err)
	}
	p.start()
	config, err := Config{Existing: true}.complete()
	if err != nil {
		t.Fatal(err)
	}
	_, err = openBroker(minute(t), connect(t, p.now.Load()), config, false)
	if err == nil || !strings.Contains(err.Error(), "remove the directory obs/q-NAME of the store") {
		t.Errorf("%v, want an error that says what to remove", err)
	}
	p.end()
	if err := os.RemoveAll(queue); err != nil {
		t.Fatal(err)
	}
	p.start()
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": echo}, Log: logger(t)})
	job, err := p.client(Config{}).Job(minute(t), "j")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, outcomes(t, job), []string{"recorded", "1"})
}
