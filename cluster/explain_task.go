package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// explainTask asks, in this order: has it ended, is it stored, does a node have it,
// and what does it wait for.
func (c *Client) explainTask(ctx context.Context, r jobRecord, id string) (Explanation, error) {
	x := Explanation{Job: r.ID, ID: id, Handler: r.Handler}
	e, err := c.b.whole(ctx, envelope{Job: r.ID, Born: r.Created.UnixNano(), ID: id, Handler: r.Handler, Priority: r.Priority})
	if err != nil {
		return x, explainServer(err)
	}
	for _, step := range []func(context.Context, *Explanation, jobRecord, envelope) error{c.explainEnd, c.explainNode, c.explainWait} {
		if err := step(ctx, &x, r, e); err != nil || x.State != "" {
			return x, explainServer(err)
		}
	}
	return x, nil
}

// whole returns the envelope of a task that is in a queue, whichever, or else e.
func (b *broker) whole(ctx context.Context, e envelope) (envelope, error) {
	m, err := b.tasks.GetLastMsgForSubject(ctx, tasksSubject+"*."+e.key())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	return e, unpack(m.Header, &e)
}

func (x *Explanation) say(s State, format string, args ...any) error {
	x.State, x.Sentence = s, fmt.Sprintf(format, args...)
	return nil
}

// explainEnd knows tasks that have ended or will not begin.
func (c *Client) explainEnd(ctx context.Context, x *Explanation, r jobRecord, e envelope) error {
	m, err := c.b.results.GetLastMsgForSubject(ctx, e.resultSubject())
	if err == nil {
		return x.ended(m)
	}
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	if r.Cancelled {
		return x.say(StateCancelled, "The job is cancelled; the task has not ended before.")
	}
	m, err = c.b.tasks.GetLastMsgForSubject(ctx, e.taskSubject())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return c.explainAbsent(ctx, x, r)
	}
	if err != nil {
		return err
	}
	if err := unpack(m.Header, &e); err != nil {
		return err
	}
	x.Handler, x.Attempts = e.Handler, e.Attempts
	return nil
}

func (x *Explanation) ended(m *jetstream.RawStreamMsg) error {
	var o outcome
	if err := unpack(m.Header, &o); err != nil {
		return err
	}
	x.Node, x.Attempt, x.Error = o.Node, o.Attempts, o.Error
	if o.Failed {
		return x.say(StateDead, "It failed at attempt %d on node %s, its last, and is a dead letter: %s.", o.Attempts, o.Node, quote(o.Error))
	}
	return x.say(StateDone, "It has ended: node %s recorded its result at %s, after %s.", o.Node, clock(m.Time), plural(o.Attempts, "attempt"))
}

// explainAbsent explains a task of which nothing is stored.
func (c *Client) explainAbsent(ctx context.Context, x *Explanation, r jobRecord) error {
	if i := strings.LastIndex(x.ID, "."); i >= 0 {
		parent := envelope{Job: r.ID, Born: r.Created.UnixNano(), ID: x.ID[:i]}
		m, err := c.b.results.GetLastMsgForSubject(ctx, parent.resultSubject())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return x.say(StateUnknown, "There is no such task yet: task %s has not ended, and what a task spawns is offered when it ends.", parent.ID)
		}
		if err != nil {
			return err
		}
		var o outcome
		if err := unpack(m.Header, &o); err != nil {
			return err
		}
		return x.say(StateUnknown, "There is no such task: task %s spawned %s, numbered from 0.", parent.ID, plural(o.Children, "task"))
	}
	if r.Tasks < 0 {
		state, why, err := c.submitting(ctx, r)
		x.State, x.Sentence = state, "It is not stored. "+why
		return err
	}
	if n, _ := strconv.Atoi(x.ID); n >= r.Tasks {
		return x.say(StateUnknown, "There is no such task: the job has %s, numbered from 0.", plural(r.Tasks, "task"))
	}
	return x.say(StateUnknown, "It left the queue just now, or is being retried: ask again.")
}

// explainNode asks the nodes whether one of them runs or holds the task.
func (c *Client) explainNode(ctx context.Context, x *Explanation, r jobRecord, _ envelope) error {
	a, ok, err := c.b.ask(ctx, question{x.Job, x.ID})
	if err != nil || !ok {
		return err
	}
	x.Node, x.Attempt, x.Slots = a.Node, a.Attempt, a.Slots
	since := time.Now().Add(-a.Since) // by this machine's clock
	switch phase(a.State) {
	case isRunning:
		x.Since = since
		return x.say(StateRunning, "It runs on node %s since %s, attempt %d of %d.", a.Node, clock(since), a.Attempt, x.Attempts)
	case isEnding:
		x.Since = since
		return x.say(StateRunning, "It ran on node %s, which stores its outcome since %s.", a.Node, clock(since))
	}
	why := ""
	if n, ok := c.nodeInfo(ctx, a.Node); ok && n.Running >= n.Slots {
		why = fmt.Sprintf(", whose %s", busy(n.Slots))
	}
	x.Position, x.Of = a.Position+1, a.Of
	return x.say(StateHeld, "Node %s holds it un-started%s; it is number %d of %s there, and an idle node may steal it.",
		a.Node, why, x.Position, plural(a.Of, "task"))
}

func (c *Client) nodeInfo(ctx context.Context, name string) (NodeInfo, bool) {
	nodes, err := c.b.nodeInfos(ctx)
	i := slices.IndexFunc(nodes, func(n NodeInfo) bool { return n.Name == name })
	if err != nil || i < 0 {
		return NodeInfo{}, false
	}
	return nodes[i], true
}

// clock writes a time of day for people.
func clock(t time.Time) string { return t.Local().Format("15:04:05") }

// quote writes the error of a handler as one line.
func quote(text string) string {
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return strconv.Quote(text)
}

// plural writes a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// busy says that slots are taken.
func busy(slots int) string {
	if slots == 1 {
		return "only slot is busy"
	}
	return fmt.Sprintf("%d slots are busy", slots)
}
