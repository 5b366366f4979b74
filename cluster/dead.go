package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A DeadLetter is a task whose last attempt failed, kept until it is retried or
// its job is forgotten.
type DeadLetter struct {
	Job, ID  string
	Handler  string
	Payload  []byte
	Error    string
	Attempts int
	Node     string // where the last attempt was
	Died     time.Time

	envelope envelope
	seq      uint64
}

// Dead yields the dead letters of a job, or of all jobs for "", the oldest
// first: those that are there when it begins. It blocks for round trips.
func (c *Client) Dead(ctx context.Context, job string) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		subject := deadSubject + ">"
		if job != "" {
			if err := checkToken("job ID", job); err != nil {
				yield(DeadLetter{}, err)
				return
			}
			subject = deadSubject + job + ".>"
		}
		info, err := ask(ctx, func(ctx context.Context) (*jetstream.StreamInfo, error) { return c.b.dead.Info(ctx) })
		if err != nil {
			yield(DeadLetter{}, err)
			return
		}
		// Without an end a Retry would go on with the letters that it causes.
		for seq := uint64(1); seq <= info.State.LastSeq; seq++ {
			m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
				return c.b.dead.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(subject))
			})
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return
			}
			if err != nil {
				yield(DeadLetter{}, err)
				return
			}
			if seq = m.Sequence; seq > info.State.LastSeq {
				return
			}
			if !yield(newDeadLetter(m)) {
				return
			}
		}
	}
}

func newDeadLetter(m *jetstream.RawStreamMsg) (DeadLetter, error) {
	var r deadRecord
	err := unpack(m.Header, &r)
	e := r.Envelope
	e.payload = m.Data
	return DeadLetter{Job: e.Job, ID: e.ID, Handler: e.Handler, Payload: m.Data, Error: r.Error, Attempts: r.Attempts, Node: r.Node, Died: m.Time, envelope: e, seq: m.Sequence}, err
}

// Retry puts dead letters of a job back on the queue, those of the given IDs or
// all, with all their attempts before them again, and returns how many. Their
// failures are removed from the results; a reader of the results that has not come
// to them will get the new ones. Retry blocks for some round trips a letter. If it
// fails between two letters, it can be repeated.
func (c *Client) Retry(ctx context.Context, job string, ids ...string) (n int, err error) {
	j, err := c.Job(ctx, job)
	if err != nil {
		return 0, err
	}
	if j.record.cancelled() {
		return 0, fmt.Errorf("%w: %s", ErrCancelled, job)
	}
	left := slices.Clone(ids)
	for letter, err := range c.Dead(ctx, job) {
		if err != nil {
			return n, err
		}
		if len(ids) > 0 && !slices.Contains(ids, letter.ID) {
			continue
		}
		revived, err := c.b.revive(ctx, letter)
		if err != nil {
			return n, err
		}
		if revived {
			n++
		}
		left = slices.DeleteFunc(left, func(id string) bool { return id == letter.ID })
	}
	if len(left) > 0 {
		lost, _, err := c.missing(ctx, j.record)
		if lost = slices.DeleteFunc(lost, func(id string) bool { return !slices.Contains(left, id) }); len(lost) > 0 {
			return n, fmt.Errorf("cluster: the store has lost task %s of job %s, with its payload; a Submit with the job's ID stores it again", list(lost), job)
		}
		if err != nil {
			return n, err
		}
		return n, fmt.Errorf("cluster: job %s has no dead letter %s", job, list(left))
	}
	return n, nil
}

// revive makes a task of a dead letter again. The letter goes last: if this
// ends anywhere before, the letter is there to be revived again, and the server
// refuses the second copy of the task. A letter whose task ended well after all is
// only removed. Another revive of the same letter may be under way, and its task may have ended
// since: only the failure that was seen goes, not what came after it.
func (b *broker) revive(ctx context.Context, d DeadLetter) (revived bool, err error) {
	e := d.envelope
	end, seq, err := b.failure(ctx, d)
	if err != nil || end == StateUnknown {
		return false, err
	}
	if end == StateDone {
		return false, persist(ctx, func(ctx context.Context) error {
			return b.dead.Purge(ctx, jetstream.WithPurgeSubject(e.deadSubject()), jetstream.WithPurgeSequence(d.seq+1))
		})
	}
	id := fmt.Sprintf("retry.%d.%s", d.seq, e.key())
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error {
			if seq == 0 {
				return nil
			}
			return b.results.Purge(ctx, jetstream.WithPurgeSubject(e.resultSubject()), jetstream.WithPurgeSequence(seq+1))
		},
		func(ctx context.Context) error {
			return b.jobs.Purge(ctx, startsKey+e.key(), jetstream.PurgeTTL(b.marker))
		},
		func(ctx context.Context) error {
			_, err := b.js.PublishMsg(ctx, message(e.taskSubject(), e, e.payload), jetstream.WithMsgID(id))
			return err
		},
		func(ctx context.Context) error { // this letter, not one that the task has got again
			return b.dead.Purge(ctx, jetstream.WithPurgeSubject(e.deadSubject()), jetstream.WithPurgeSequence(d.seq+1))
		},
	} {
		if err := persist(ctx, step); err != nil {
			return false, err
		}
	}
	return true, nil
}

// failure returns what has become of the task of a letter, and the place of its outcome in the stream,
// 0 if there is none. The task is dead, or done if another execution recorded a result, or unknown if
// another client has revived it and the letter is gone. A task that fails gets its letter first and
// then its failure. So a failure that is seen while the letter is still there is the letter's, and not
// of a later failure. And a young letter without one is given time: its failure would come to the
// task that is alive again. A revive that was broken off leaves a letter without a failure.
func (b *broker) failure(ctx context.Context, d DeadLetter) (end State, seq uint64, err error) {
	for begun := time.Now(); ; {
		m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return b.recorded(ctx, d.envelope)
		})
		if err != nil {
			return "", 0, err
		}
		_, err = ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return b.dead.GetMsg(ctx, d.seq) })
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return StateUnknown, 0, nil
		case err != nil, m == nil && time.Since(begun) > publishTimeout:
			return StateDead, 0, err
		case m == nil && !pause(ctx, 20*time.Millisecond):
			return "", 0, context.Cause(ctx)
		case m == nil:
			continue
		}
		var o outcome
		err = unpack(m.Header, &o)
		return o.state(), m.Sequence, err
	}
}
