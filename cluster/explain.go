package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An Explanation says where a task or a job is, and if it waits, why.
type Explanation struct {
	Job, ID  string // ID is "" if the whole job was asked about
	State    State
	Sentence string // the answer in words, one sentence or more

	Handler  string
	Node     string        // that runs it, holds it, or recorded its end
	Since    time.Time     // when it began to run
	Attempt  int           // that runs, or will be next
	Attempts int           // that are allowed
	Error    string        // of the last attempt
	Next     time.Time     // when the retry may begin
	Position int           // among the Of un-started tasks that its node holds; 1 is next
	Of       int           // un-started tasks of that node
	Ahead    int           // tasks that stand before it in the shared queue, at most
	Nodes    int           // that have the handler
	Slots    int           // of these nodes together, or of the node that holds it
	Wait     time.Duration // the longest that a dead node can keep it

	Progress Progress // of a job
}

// Explain says why a task waits, or for the ID "" why a job does. What does not
// exist is explained too, and no error. Blocks for some round trips, and up to half a second
// for the answers of nodes.
func (c *Client) Explain(ctx context.Context, job, id string) (Explanation, error) {
	if err := checkToken("job ID", job); err != nil {
		return Explanation{}, err
	}
	record, _, err := c.jobRecord(ctx, job)
	if errors.Is(err, ErrUnknownJob) {
		return Explanation{Job: job, ID: id, State: StateUnknown, Sentence: fmt.Sprintf(
			"The cluster knows no job %s: it was not submitted, or it was forgotten.", job)}, nil
	}
	if err != nil {
		return Explanation{}, err
	}
	if id == "" {
		return c.explainJob(ctx, record)
	}
	if err := checkTaskID(id); err != nil {
		return Explanation{}, err
	}
	for range 5 { // what is there at one step may have ended at the next
		x, err := c.explainTask(ctx, record, id)
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return x, err
		}
	}
	return c.explainTask(ctx, record, id)
}

// checkTaskID returns an error unless id is like 12 or 12.0.3.
func checkTaskID(id string) error {
	for part := range strings.SplitSeq(id, ".") {
		if n, err := strconv.Atoi(part); err != nil || strconv.Itoa(n) != part || n < 0 {
			return fmt.Errorf("cluster: task ID %q: want a number as 12, or 12.0 for a task that task 12 spawned", id)
		}
	}
	return nil
}

// explainJob counts the job's tasks and explains the oldest that has not ended.
func (c *Client) explainJob(ctx context.Context, r jobRecord) (Explanation, error) {
	x := Explanation{Job: r.ID, Handler: r.Handler}
	p, err := c.count(ctx, r)
	if err != nil {
		return x, err
	}
	x.Progress = p
	oldest, lost, left, err := c.left(ctx, r)
	if err != nil {
		return x, err
	}
	full, why := false, ""
	if r.submitting() {
		if full, why, err = c.submitting(ctx, r); err != nil {
			return x, err
		}
	}
	switch s := r.state(left); {
	case s == JobCancelled:
		x.State, x.Sentence = StateCancelled, fmt.Sprintf("Job %s is cancelled: %s.", r.ID, p.words())
		return x, nil
	case s == JobEnded:
		x.State, x.Sentence = StateDone, fmt.Sprintf("Job %s has ended: %s.", r.ID, p.words())
		return x, nil
	case len(lost) > 0:
		x.State, x.Sentence = StateLost, fmt.Sprintf("Job %s has not ended: %s. The store has lost %s, the first of them %s; a Submit with the job's ID stores them again.",
			r.ID, p.words(), plural(len(lost), "task"), lost[0])
		return x, nil
	case oldest == "" && !r.submitting():
		x.State, x.Sentence = StateUnknown, fmt.Sprintf("Job %s changed just now: ask again.", r.ID)
		return x, nil
	case oldest == "":
		x.State, x.Sentence = (&taskFacts{job: r, full: full}).state(time.Now()), why
		return x, nil
	}
	t, err := c.explainTask(ctx, r, oldest)
	if err != nil {
		return x, err
	}
	t.ID, t.Progress = "", p
	t.Sentence = fmt.Sprintf("Job %s has not ended: %s. Of the others, task %s is the first in the queue. %s", r.ID, p.words(), oldest, t.Sentence)
	if why != "" {
		t.Sentence += " " + why
	}
	return t, nil
}

// words tells the progress of a job.
func (p Progress) words() string {
	of := ""
	if p.Tasks >= 0 {
		of = fmt.Sprintf(" of %d", p.Tasks)
		if p.Done > p.Tasks {
			of = fmt.Sprintf(", %d of them spawned by others", p.Done-p.Tasks)
		}
	}
	if p.Failed > 0 {
		return fmt.Sprintf("%d%s tasks have ended, %d of them as dead letters", p.Done, of, p.Failed)
	}
	return fmt.Sprintf("%d%s tasks have ended", p.Done, of)
}

// left says whether a task of a job has not ended: the first in the queue, or none there and some that
// are lost.
func (c *Client) left(ctx context.Context, r jobRecord) (oldest string, lost []string, left bool, err error) {
	oldest, err = c.oldest(ctx, r)
	if oldest != "" || err != nil || r.submitting() {
		return oldest, nil, true, err
	}
	lost, ended, err := c.missing(ctx, r)
	return "", lost, !ended, err
}

// oldest returns the ID of the first task in the queue that is of a job and has no result, leased
// ones included, or "". A task leaves the queue some time after its end is recorded.
func (c *Client) oldest(ctx context.Context, r jobRecord) (id string, err error) {
	for seq := uint64(1); ; seq++ {
		m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return c.b.tasks.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(tasksSubject+"*."+r.prefix()+">"))
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		var e envelope
		seq = m.Sequence
		if unpack(m.Header, &e) != nil {
			continue // nobody gets it
		}
		end, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return c.b.recorded(ctx, e) })
		if end == nil || err != nil {
			return e.ID, err
		}
	}
}

// submitting says why the tasks of a job are not all stored, and whether the storage is full.
func (c *Client) submitting(ctx context.Context, r jobRecord) (isFull bool, why string, err error) {
	info, err := c.b.tasks.Info(ctx)
	if err != nil {
		return false, "", explainServer(err)
	}
	used, limit := info.State.Bytes, info.Config.MaxBytes
	if account, err := c.b.js.AccountInfo(ctx); err == nil && limit <= 0 {
		used, limit = account.Store, account.Limits.MaxStore
		if c.b.memory {
			used, limit = account.Memory, account.Limits.MaxMemory
		}
	}
	switch {
	case limit > 0 && float64(used) > 0.9*float64(limit): // a task does not fit long before the last byte is taken
		return true, fmt.Sprintf("Its submitter has not stored all of its tasks: the storage is full, %d of %d bytes are taken, "+
			"and there is room when tasks end.", used, limit), nil
	case r.Caller == "":
		return false, "Its submitter has not stored all of its tasks yet; if the submitter died, a Submit with the same ID stores the others.", nil
	case c.b.lives(ctx, r.Caller):
		return false, "Its submitter adds tasks as it calls, and none waits now.", nil
	}
	return false, "Its submitter does not answer; the job can be forgotten.", nil
}
