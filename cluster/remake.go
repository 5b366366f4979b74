package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// look asks what has become of the job, and of each task that a call waits for. One that neither waits in the
// queue nor has ended was lost, and is stored again.
func (c *Calls) look() error {
	b, ctx := c.c.b, c.ctx
	r, err := c.still(ctx)
	if err == nil {
		err = c.alive(r)
	}
	if err != nil {
		return err
	}
	waiting := c.callings()
	if len(waiting) == 0 {
		return nil
	}
	there, err := c.c.waiting(ctx, r)
	if err != nil {
		return err
	}
	var gone []*calling
	for _, w := range waiting {
		if there[w.id] {
			continue
		}
		e := envelope{Job: c.ID, Born: r.Created.UnixNano(), ID: w.id}
		m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return b.recorded(ctx, e) })
		if err != nil {
			return err
		}
		if m == nil {
			gone = append(gone, w)
			continue
		}
		var s stored
		s.data = m.Data
		if err := unpack(m.Header, &s.outcome); err != nil {
			return err
		}
		c.ended(s)
	}
	return c.again(gone)
}

// callings returns the calls whose tasks are submitted, the oldest first.
func (c *Calls) callings() (out []*calling) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waiting {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b *calling) int { return a.number - b.number })
	return out
}

// again stores the tasks of calls again.
func (c *Calls) again(waiting []*calling) error {
	p := c.c.b.publisher(c.ctx)
	for _, w := range waiting {
		e := newEnvelope(c.record, c.spec, w.number, w.payload)
		e.Again, e.anew = true, newID()
		if err := p.publish(e); err != nil {
			return err
		}
	}
	return p.flush()
}

// remake makes the job again, if the store was replaced, or if this process was silent for so long
// that another one may have removed the job. Else it was forgotten on purpose, and remake returns why.
func (c *Calls) remake(why error) error {
	b, ctx := c.c.b, c.ctx
	tasks, err := ask(ctx, func(ctx context.Context) (jetstream.Stream, error) { return b.js.Stream(ctx, tasksStream) })
	replaced := errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && tasks.CachedInfo().Created.UnixNano() != b.made.Load()
	c.mu.Lock()
	silent := time.Since(c.renewed)
	c.mu.Unlock()
	if err != nil && !replaced || !replaced && silent < b.caller-2*b.renew {
		return errors.Join(why, err)
	}
	if replaced {
		if err := c.c.refound(ctx); err != nil {
			return err
		}
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := b.jobs.Create(ctx, jobKey+c.ID, toJSON(c.record))
		return err
	})
	if err != nil && !errors.Is(err, jetstream.ErrKeyExists) { // else the confirmation was lost
		return fmt.Errorf("cluster: make job %s again: %w", c.ID, err)
	}
	c.mu.Lock()
	c.renewed = time.Now()
	c.mu.Unlock()
	return nil
}

// waiting returns which tasks of a job are in the queue, by ID.
//
// NOT: by the server's list of subjects alone. It has those of messages in a damaged file too, which
// nobody gets.
func (c *Client) waiting(ctx context.Context, r jobRecord) (map[string]bool, error) {
	ids := make(map[string]bool)
	messages, err := subjects(ctx, c.b.tasks, tasksSubject+"*."+r.prefix())
	if err != nil || len(messages) == 0 {
		return ids, err
	}
	if oldest, err := c.oldest(ctx, r); oldest == "" {
		return ids, err
	}
	for subject := range messages {
		_, id, _ := strings.Cut(subject, "."+r.prefix())
		ids[id] = true
	}
	return ids, nil
}

// subjects counts the messages of a stream by their subjects, of those under a prefix.
func subjects(ctx context.Context, s jetstream.Stream, prefix string) (map[string]uint64, error) {
	info, err := ask(ctx, func(ctx context.Context) (*jetstream.StreamInfo, error) {
		return s.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	})
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}
