package cluster

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// lose restarts the server of a place without what it had stored.
func (p *place) lose() {
	p.end()
	p.dir = p.t.TempDir()
	p.start()
}

// A node whose server comes back with nothing makes its queues again, and drops what it had of the old store.
func TestReopen_replaced(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Slots: 1, Log: logger(t), Handlers: g.handlers()})
	old := p.submit(n, JobSpec{Handler: "gate", ID: "old"}, numbers(10))
	<-g.begun
	p.lose()
	until(t, "the node has dropped the old job's tasks", func() bool { return n.Info().Queued == 0 })
	close(g.open)
	j := p.submit(p.client(Config{}), JobSpec{Handler: "gate", ID: "new"}, numbers(3))
	equal(t, outcomes(t, j), []string{"0", "1", "2"})
	until(t, "nothing of the old job runs", func() bool { return n.Info().Running == 0 })
	if _, err := n.Job(testContext(t), old.ID); !errors.Is(err, ErrUnknownJob) {
		t.Errorf("the old job: %v", err)
	}
}

// The same while the connection lasts: an operator removes what the cluster has stored.
func TestReopen_removed(t *testing.T) {
	p := newPlace(t)
	p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	c := p.client(Config{})
	equal(t, outcomes(t, p.submit(c, JobSpec{Handler: "h"}, numbers(3))), []string{"0", "1", "2"})
	for _, s := range []string{tasksStream, resultsStream, deadStream, "KV_" + jobsBucket, "KV_" + nodesBucket, "OBJ_" + blobsBucket} {
		if err := c.b.js.DeleteStream(testContext(t), s); err != nil {
			t.Fatal(s, err)
		}
	}
	equal(t, outcomes(t, p.submit(c, JobSpec{Handler: "h"}, numbers(3))), []string{"0", "1", "2"})
}

// The same of each stream alone, while a task runs whose outcome goes there.
func TestReopen_removedOne(t *testing.T) {
	for stream, want := range map[string]string{resultsStream: "done", deadStream: "no", "OBJ_" + blobsBucket: "done"} {
		t.Run(stream, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": func(ctx context.Context, task *Task) ([]byte, error) {
				if task.Attempt == 1 {
					if err := task.job.c.b.js.DeleteStream(ctx, stream); err != nil {
						return nil, err
					}
					if stream == resultsStream {
						return nil, errors.New("again") // the second delivery looks for a result
					}
				}
				if stream == deadStream {
					return nil, Fatal(errors.New("no"))
				}
				return append(make([]byte, InlinePayload), "done"...), nil
			}}})
			j := p.submit(n, JobSpec{Handler: "h"}, numbers(1))
			until(t, "its outcome is recorded", func() bool {
				done, err := j.Progress(testContext(t))
				return err == nil && done.Done == 1
			})
			if got := outcomes(t, j); len(got) != 1 || !strings.HasSuffix(got[0], want) {
				t.Errorf("%d outcomes, want one that ends with %q", len(got), want)
			}
		})
	}
}

// Who reads results of a job that the store has lost learns it.
func TestReopen_reader(t *testing.T) {
	p := newPlace(t)
	p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	c := p.client(Config{})
	j := p.submit(c, JobSpec{Handler: "h"}, numbers(1))
	outcomes(t, j)
	if err := j.update(testContext(t), func(r *jobRecord) { r.Tasks = 2 }); err != nil {
		t.Fatal(err)
	}
	waits := make(chan bool)
	end := make(chan error)
	go func() {
		for _, err := range j.Results(testContext(t)) {
			if err != nil {
				end <- err
				return
			}
			waits <- true
		}
		end <- nil
	}()
	<-waits
	p.lose()
	if err := <-end; !errors.Is(err, ErrUnknownJob) {
		t.Errorf("the reader got %v, want ErrUnknownJob", err)
	}
}

// The token of a lease names a message by its number; in a stream that was replaced that is another task.
func TestReopen_void(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	p.submit(c, JobSpec{Handler: "h", ID: "old"}, numbers(1))
	old := pull(t, c, Batch, 1)[0]
	if err := c.b.js.DeleteStream(testContext(t), tasksStream); err != nil {
		t.Fatal(err)
	}
	if err := c.refound(testContext(t)); err != nil {
		t.Fatal(err)
	}
	p.submit(c, JobSpec{Handler: "h", ID: "new"}, numbers(1))
	if got := pull(t, c, Batch, 1)[0]; got.token == "" || got.seq != old.seq {
		t.Fatalf("the new task is number %d, the old one was %d", got.seq, old.seq)
	}
	for _, how := range []end{isDone, isGivenBack, isCancelled} {
		if err := c.b.answer(old, how, 0); !errors.Is(err, ErrFenced) {
			t.Errorf("an answer to a lease of the old stream: %v", err)
		}
	}
	if info, err := c.b.tasks.Info(testContext(t)); err != nil || info.State.Msgs != 1 {
		t.Errorf("%+v, %v: the new task is gone", info.State, err)
	}
}

// A queue that was made again counts deliveries from one; a task whose outcome is recorded does not
// run again.
func TestReopen_queue(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	j := p.submit(c, JobSpec{Handler: "h"}, numbers(2))
	for _, l := range pull(t, c, Batch, 2)[:1] { // recorded, and the acknowledgement was lost
		if _, err := c.b.record(testContext(t), l.envelope, outcome{ID: l.ID, Attempts: 1, data: []byte("first")}); err != nil {
			t.Fatal(err)
		}
	}
	var r runs
	n := p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": r.handle, "other": echo}})
	if err := c.b.tasks.DeleteConsumer(testContext(t), queueName(handlerClass(Batch, "h"))); err != nil {
		t.Fatal(err)
	}
	if got := outcomes(t, j); got[0] != "first" || len(got) != 2 {
		t.Error(got)
	}
	until(t, "the queue is empty", func() bool {
		info, err := c.b.tasks.Info(testContext(t))
		return err == nil && info.State.Msgs == 0
	})
	if n.Info().Executed != 1 {
		t.Errorf("%d executions, want that of task 1 alone", n.Info().Executed)
	}
}

// lines collects a log.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) has(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.b.String(), text)
}

// A node that cannot take tasks says so after a lease.
func TestReopen_refused(t *testing.T) {
	p := newPlace(t)
	var log lines
	p.node(Config{Slots: 1, Lease: brief, Log: &log, Handlers: map[string]Handler{"h": echo}})
	if err := p.now.Load().DisableJetStream(); err != nil {
		t.Fatal(err)
	}
	until(t, "the log tells it", func() bool { return log.has("q-b-h has refused all requests for") })
	if err := p.now.Load().EnableJetStream(&server.JetStreamConfig{StoreDir: p.dir}); err != nil {
		t.Fatal(err)
	}
	equal(t, outcomes(t, p.submit(p.client(Config{}), JobSpec{Handler: "h"}, numbers(2))), []string{"0", "1"})
}

// After a reconnection nothing is answered until the node knows that the stream is the same.
func TestReopen_unsure(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	p.submit(c, JobSpec{Handler: "h"}, numbers(1))
	l := pull(t, c, Batch, 1)[0]
	c.b.sure.Add(1) // as if there had been another reconnection since
	for _, how := range []end{isDone, isGivenBack, isCancelled} {
		if err := c.b.answer(l, how, 0); !errors.Is(err, nats.ErrDisconnected) {
			t.Errorf("an answer before the look: %v, want ErrDisconnected", err)
		}
	}
	if err := c.refound(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if err := c.b.answer(l, isDone, 0); err != nil {
		t.Error(err)
	}
	until(t, "the task is removed", func() bool {
		info, err := c.b.tasks.Info(testContext(t))
		return err == nil && info.State.Msgs == 0
	})
}

// A task of a later job with the ID of one that is gone runs, also if it comes before the news of that job.
func TestGone_later(t *testing.T) {
	removed := time.Now()
	task := func(born int64, stored time.Time) *lease {
		return &lease{envelope: envelope{Job: "j", Born: born}, stored: stored}
	}
	for name, g := range map[string]goneJobs{"removed": {}, "lost": {}} {
		if name == "lost" {
			g.lost("j", 1)
		} else {
			g.note("j", nil, removed)
		}
		if !g.over(task(1, removed.Add(-time.Second))) || g.over(task(2, removed.Add(time.Second))) {
			t.Errorf("%s: the old task is over: %v, one of a later job: %v; want true, false", name,
				g.over(task(1, removed.Add(-time.Second))), g.over(task(2, removed.Add(time.Second))))
		}
	}
}
