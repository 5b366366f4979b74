package cluster

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

// explains asks until the explanation has a state, since nodes take their time, and
// wants its sentence to match.
func explains(t *testing.T, c *Client, job, id string, want State, pattern string) Explanation {
	t.Helper()
	var x Explanation
	var err error
	for ctx := minute(t); ctx.Err() == nil; {
		if x, err = c.Explain(ctx, job, id); err != nil {
			t.Fatal(err)
		}
		if x.State == want {
			break
		}
	}
	if ok, err := regexp.MatchString("^(?s:"+pattern+")$", x.Sentence); x.State != want || !ok {
		t.Errorf("job %s, task %q: state %s, %q, %v\nwant state %s, %s", job, id, x.State, x.Sentence, err, want, pattern)
	}
	return x
}

// mustSubmit submits n tasks under the job's ID.
func mustSubmit(t *testing.T, c *Client, spec JobSpec, n int) *Job {
	t.Helper()
	job, err := c.Submit(minute(t), spec, payloads(n))
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// waits is a handler that tells when it begins, and ends with the test.
type waits struct {
	begun chan string
	end   <-chan struct{}
}

func newWaits(t *testing.T) waits { return waits{make(chan string, 1000), t.Context().Done()} }

func (w waits) run(ctx context.Context, t *Task) ([]byte, error) {
	w.begun <- t.ID
	select {
	case <-w.end:
		return nil, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// testNode joins a node. It is closed when the test ends.
func testNode(t *testing.T, c *Client) *Node {
	t.Helper()
	n, err := newNode(minute(t), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

func TestExplain_unknown(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	explains(t, c, "j", "", StateUnknown, "The cluster knows no job j: it was not submitted, or it was forgotten.")
	explains(t, c, "j", "3", StateUnknown, "The cluster knows no job j: .*")
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 3)
	explains(t, c, "j", "3", StateUnknown, "There is no such task: the job has 3 tasks, numbered from 0.")
	explains(t, c, "j", "1.0", StateUnknown, "There is no such task yet: task 1 has not ended, and what a task spawns is offered when it ends.")
	l := pull(t, c, Batch, 1)[0]
	finish(t, c, l, outcome{})
	explains(t, c, "j", "0.0", StateUnknown, "There is no such task: task 0 spawned 0 tasks, numbered from 0.")
	for job, id := range map[string]string{"a b": "", "": "", "j": "x", "k": "1."} {
		if x, err := c.Explain(t.Context(), job, id); err == nil && x.State != StateUnknown {
			t.Errorf("job %q, task %q is explained: %q", job, id, x.Sentence)
		}
	}
	if _, err := c.Explain(t.Context(), "j", "01"); err == nil || !strings.Contains(err.Error(), "want a number") {
		t.Errorf("task 01: %v, want an error that says what is wanted", err)
	}
}

func TestExplain_ended(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 2)
	for _, l := range pull(t, c, Batch, 2) {
		o := outcome{ID: l.ID, Error: "one is\nbad", Node: "n", Attempts: 3}
		var err error
		if l.ID == "1" {
			err = c.b.bury(t.Context(), l.envelope, o)
		} else {
			o.Error = ""
			_, err = c.b.record(t.Context(), l.envelope, o)
		}
		if err != nil {
			t.Fatal(err)
		}
	} // They are in the queue still.
	explains(t, c, "j", "0", StateDone, `It has ended: node n recorded its result at \d\d:\d\d:\d\d, after 3 attempts.`)
	explains(t, c, "j", "1", StateDead, `It failed at attempt 3 on node n, its last, and is a dead letter: "one is\\nbad".`)
	explains(t, c, "j", "", StateDone, "Job j has ended: 2 of 2 tasks have ended, 1 of them as dead letters.")
}

func TestExplain_cancelled(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	job := mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 2)
	if err := job.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	explains(t, c, "j", "1", StateCancelled, "The job is cancelled; the task has not ended before.")
	explains(t, c, "j", "", StateCancelled, "Job j is cancelled: 0 of 2 tasks have ended.")
}

// A submitter stands still between two payloads: then the queue is full.
func TestExplain_submitting(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{MaxStore: 100 << 10})
	ctx, cancel := context.WithCancel(minute(t))
	begun, goOn, done := make(chan bool), make(chan bool), make(chan error)
	go func() {
		_, err := c.Submit(ctx, JobSpec{ID: "j", Handler: "h"}, func(yield func([]byte) bool) {
			yield([]byte("first"))
			begun <- true
			<-goOn
			for yield(make([]byte, 10<<10)) {
			}
		})
		done <- err
	}()
	<-begun
	explains(t, c, "j", "1", StateSubmitting, "It is not stored. Its submitter has not stored all of its tasks yet; if the submitter died, .*")
	close(goOn)
	explains(t, c, "j", "1000", StateFull, "It is not stored. Its submitter has not stored all of its tasks: the storage is full, "+
		`\d+ of 102400 bytes are taken, and there is room when tasks end.`)
	explains(t, c, "j", "", StateNobody, "Job j has not ended: 0 tasks have ended. Of the others, task 0 is the first in the queue. "+
		"It waits because no node has joined the cluster. Its submitter .* the storage is full.*")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the submitter ended with %v, want its context's end", err)
	}
}

func TestExplain_nobody(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "resize"}, 1)
	explains(t, c, "j", "0", StateNobody, "It waits because no node has joined the cluster.")

	n := testNode(t, testClient(t, s, Config{Name: "n", Handlers: map[string]Handler{"a": newWaits(t).run, "b": newWaits(t).run}}))
	explains(t, c, "j", "0", StateNoHandler, `It waits because no node has the handler "resize": the 1 node that joined has a, b.`)
	n.Close()
	explains(t, c, "j", "0", StateNobody, "It waits because no node has joined the cluster.")
}

func TestExplain_resting(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	n := testNode(t, testClient(t, s, Config{Name: "n", Handlers: map[string]Handler{"h": newWaits(t).run}}))
	n.rest("the owner of its machine uses 1.5 processors")
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 1)
	explains(t, c, "j", "0", StateResting, `It waits because no node with the handler "h" takes tasks now \(n: the owner of its machine uses 1.5 processors\).`)
	n.resume()
	explains(t, c, "j", "0", StateRunning, "It runs on node n .*")
}

func TestExplain_held(t *testing.T) {
	s, w := startServer(t), newWaits(t)
	c := testClient(t, s, Config{})
	testNode(t, testClient(t, s, Config{Name: "n", Slots: 2, Policy: Policy{Depth: 3}, Handlers: map[string]Handler{"h": w.run}}))
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h", Attempts: 7}, 20)
	<-w.begun
	<-w.begun
	explains(t, c, "j", "0", StateRunning, `It runs on node n since \d\d:\d\d:\d\d, attempt 1 of 7.`)
	x := explains(t, c, "j", "2", StateHeld, "Node n holds it un-started.*; it is number 1 of .* tasks there, and an idle node may steal it.")
	if x.Node != "n" || x.Position != 1 || x.Slots != 2 {
		t.Errorf("node %s, position %d, %d slots; want n, 1, 2", x.Node, x.Position, x.Slots)
	}
	x = explains(t, c, "j", "19", StateQueued, `It waits in the shared queue: at most \d+ tasks stand before it; the 2 slots of the 1 node that has its handler are busy.*`)
	if x.Ahead < 5 || x.Ahead > 17 {
		t.Errorf("%d tasks stand before the last, want what the node has not taken", x.Ahead)
	}
	explains(t, c, "j", "", StateRunning, "Job j has not ended: 0 of 20 tasks have ended. Of the others, task 0 is the first in the queue. It runs on node n .*")
	mustSubmit(t, c, JobSpec{ID: "i", Handler: "h", Priority: Interactive}, 30)
	explains(t, c, "j", "19", StateQueued, `.*, \d+ tasks of interactive jobs go first; .*`)
}

func TestExplain_retry(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{})
	testNode(t, testClient(t, s, Config{Name: "n", Handlers: map[string]Handler{
		"h": func(context.Context, *Task) ([]byte, error) { return nil, errors.New("the disk is on fire") },
	}}))
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h", Attempts: 1000}, 1)
	x := explains(t, c, "j", "0", StateRetry, `It is retried at \d\d:\d\d:\d\d, as attempt \d+ of 1000, because attempt \d+ failed on node n: "the disk is on fire".`)
	if x.Next.IsZero() || time.Until(x.Next) > time.Hour {
		t.Errorf("the retry is at %v, want soon", x.Next)
	}
}

// Somebody takes a task and says nothing more, as a node that was killed.
func TestExplain_leased(t *testing.T) {
	s := startServer(t)
	c := testClient(t, s, Config{Lease: 10 * time.Minute})
	mustSubmit(t, c, JobSpec{ID: "j", Handler: "h"}, 1)
	pull(t, c, Batch, 1)
	testNode(t, testClient(t, s, Config{Name: "n", Handlers: map[string]Handler{"h": newWaits(t).run}}))
	x := explains(t, c, "j", "0", StateLeased, "It was delivered, and no node that answers has it: its node died, stands still or is cut off, "+
		"or has just given it back; another node gets it when the lease ends, in 10m0s at most.")
	if x.Wait != 10*time.Minute {
		t.Errorf("at most %v, want the lease", x.Wait)
	}
}
