package cluster

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// explainTask asks, in this order: has it ended, is it stored, does a node have it, and what does it
// wait for. It stops where the answers say the state.
func (c *Client) explainTask(ctx context.Context, r jobRecord, id string) (Explanation, error) {
	f := &taskFacts{job: r, lease: c.b.lease(),
		envelope: envelope{Job: r.ID, Born: r.Created.UnixNano(), ID: id, Handler: r.Handler, Priority: r.Priority}}
	steps := []func(context.Context, *taskFacts) error{c.learnEnd, c.learnHeld, c.learnStarts, c.learnNodes, c.learnQueue}
	for i := 0; ; i++ { // the last step says it
		if err := steps[i](ctx, f); err != nil {
			return Explanation{Job: r.ID, ID: id, Handler: r.Handler}, explainServer(err)
		}
		if s := f.state(time.Now()); s != "" {
			return f.explain(s), nil
		}
	}
}

// learnEnd learns whether the task has ended or is in a queue, whichever. If neither, it learns of
// its parent or of its submitter.
func (c *Client) learnEnd(ctx context.Context, f *taskFacts) (err error) {
	f.end, f.ended, err = c.b.outcome(ctx, f.envelope)
	if err != nil || f.end != nil || f.job.cancelled() {
		return err
	}
	m, err := c.b.tasks.GetLastMsgForSubject(ctx, tasksSubject+"*."+f.key())
	if err == nil {
		f.stored = true
		return unpack(m.Header, &f.envelope)
	}
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	if !f.job.submitting() {
		lost, _, err := c.missing(ctx, f.job)
		if f.lost = slices.Contains(lost, f.ID); f.lost || err != nil {
			return err
		}
	}
	switch {
	case f.spawned():
		f.parent, _, err = c.b.outcome(ctx, envelope{Job: f.Job, Born: f.Born, ID: parent(f.ID)})
	case f.job.submitting():
		f.full, f.why, err = c.submitting(ctx, f.job)
	default:
		err = nil
	}
	return err
}

// parent is the ID of the task that spawned the one of id.
func parent(id string) string { return id[:strings.LastIndexByte(id, '.')] }

// learnHeld asks the nodes whether one of them runs or holds the task.
func (c *Client) learnHeld(ctx context.Context, f *taskFacts) error {
	h, ok, err := c.b.ask(ctx, question{f.Job, f.ID})
	if err != nil || !ok {
		return err
	}
	f.held = &h
	if nodes, err := c.b.nodeInfos(ctx); err == nil && h.state() == StateHeld {
		f.busy = slices.ContainsFunc(nodes, func(n NodeInfo) bool { return n.Name == h.Node && n.Running >= n.Slots })
	}
	return nil
}

func (c *Client) learnStarts(ctx context.Context, f *taskFacts) (err error) {
	f.starts, _, err = c.b.starts(ctx, f.envelope)
	return err
}

func (c *Client) learnNodes(ctx context.Context, f *taskFacts) error {
	nodes, err := c.b.nodeInfos(ctx)
	f.nodes = append([]NodeInfo{}, nodes...)
	return err
}

// learnQueue learns where the task stands among others.
func (c *Client) learnQueue(ctx context.Context, f *taskFacts) error {
	m, err := c.b.tasks.GetLastMsgForSubject(ctx, f.taskSubject())
	if err != nil {
		return err
	}
	f.position = m.Sequence
	if f.queue, err = c.queueInfo(ctx, f.class()); err != nil || f.job.Priority == Interactive {
		return err
	}
	urgent, err := c.queueInfo(ctx, handlerClass(Interactive, f.Handler))
	if err == nil {
		f.urgent = int(urgent.NumPending)
	}
	return err
}

// queueInfo describes the queue of a class of tasks, which may not be there yet.
func (c *Client) queueInfo(ctx context.Context, class string) (*jetstream.ConsumerInfo, error) {
	q, err := c.b.tasks.Consumer(ctx, queueName(class))
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return &jetstream.ConsumerInfo{}, nil
	}
	if err != nil {
		return nil, err
	}
	return q.CachedInfo(), nil
}
