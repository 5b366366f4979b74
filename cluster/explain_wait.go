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

// explainWait explains a task that is stored and that no node has, as far as the
// nodes answer.
func (c *Client) explainWait(ctx context.Context, x *Explanation, r jobRecord, e envelope) error {
	starts, _, err := c.b.starts(ctx, e)
	if err != nil {
		return err
	}
	x.Attempt, x.Error = starts.Starts+1, starts.Error
	if starts.Next.After(time.Now()) {
		x.Next, x.Node = starts.Next, starts.Node
		return x.say(StateRetry, "It is retried at %s, as attempt %d of %d, because attempt %d failed on node %s: %s.",
			clock(x.Next), x.Attempt, x.Attempts, starts.Starts, x.Node, quote(x.Error))
	}
	nodes, err := c.b.nodeInfos(ctx)
	if err != nil {
		return err
	}
	if !x.nobody(nodes) {
		return nil
	}
	return c.explainQueue(ctx, x, r, e, nodes)
}

// nobody explains a wait by the nodes alone. It reports whether one of them
// works and has the handler.
func (x *Explanation) nobody(nodes []NodeInfo) (works bool) {
	if len(nodes) == 0 {
		x.say(StateNobody, "It waits because no node has joined the cluster.")
		return false
	}
	able := having(nodes, x.Handler)
	x.Nodes = len(able)
	if len(able) == 0 {
		var known []string
		for _, n := range nodes {
			known = append(known, n.Handlers...)
		}
		slices.Sort(known)
		x.say(StateNoHandler, "It waits because no node has the handler %q: the %s that joined %s %s.",
			x.Handler, plural(len(nodes), "node"), verb(len(nodes), "has", "have"), list(slices.Compact(known)))
		return false
	}
	var resting []string
	for _, n := range able {
		x.Slots += n.Slots
		if n.State != working {
			resting = append(resting, n.Name+": "+n.State)
		}
	}
	if len(resting) == len(able) {
		x.say(StateResting, "It waits because no node with the handler %q takes tasks now (%s).", x.Handler, strings.Join(resting, "; "))
		return false
	}
	return true
}

// having returns the nodes that have a handler.
func having(nodes []NodeInfo, handler string) (able []NodeInfo) {
	for _, n := range nodes {
		if slices.Contains(n.Handlers, handler) {
			able = append(able, n)
		}
	}
	return able
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// explainQueue explains the wait of a task for which nodes work: it is leased to
// one that does not answer, or stands in the queue.
func (c *Client) explainQueue(ctx context.Context, x *Explanation, r jobRecord, e envelope, nodes []NodeInfo) error {
	m, err := c.b.tasks.GetLastMsgForSubject(ctx, e.taskSubject())
	if err != nil {
		return err
	}
	queue, err := c.queueInfo(ctx, e.class())
	if err != nil {
		return err
	}
	if m.Sequence <= queue.Delivered.Stream {
		x.Wait = c.b.lease
		return x.say(StateLeased, "It was delivered, and no node that answers has it: its node died, stands still or is cut off%s, "+
			"or has just given it back; another node gets it when the lease ends, in %v at most.", silent(nodes), x.Wait)
	}
	// Messages of other priorities lie between, and some are gone: both numbers are
	// bounds.
	x.Ahead = int(min(m.Sequence-queue.Delivered.Stream, max(queue.NumPending, 1))) - 1
	var before []string
	switch x.Ahead {
	case 0:
		before = append(before, "it is the next")
	default:
		before = append(before, fmt.Sprintf("at most %s %s before it", plural(x.Ahead, "task"), verb(x.Ahead, "stands", "stand")))
	}
	if r.Priority != Interactive {
		urgent, err := c.queueInfo(ctx, handlerClass(Interactive, e.Handler))
		if err != nil {
			return err
		}
		if n := int(urgent.NumPending); n > 0 {
			x.Ahead += n
			before = append(before, fmt.Sprintf("%s of interactive jobs %s first", plural(n, "task"), verb(n, "goes", "go")))
		}
	}
	return x.say(StateQueued, "It waits in the shared queue: %s; %s.", strings.Join(before, ", "), occupation(having(nodes, x.Handler)))
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

// silent names the nodes that have not renewed their entry for some time.
func silent(nodes []NodeInfo) string {
	var names []string
	for _, n := range nodes {
		if age := time.Since(n.Seen); age > nodeTTL/3 {
			names = append(names, fmt.Sprintf("%s was last heard of %v ago", n.Name, age.Round(time.Second)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// occupation says how busy nodes are that work.
func occupation(nodes []NodeInfo) string {
	var able, slots, running, resting int
	for _, n := range nodes {
		if n.State != working {
			resting++
			continue
		}
		able, slots, running = able+1, slots+n.Slots, running+n.Running
	}
	text := ""
	switch {
	case running >= slots:
		text = fmt.Sprintf("the %s of the %s that %s its handler %s busy", plural(slots, "slot"), plural(able, "node"),
			verb(able, "has", "have"), verb(slots, "is", "are"))
	default:
		text = fmt.Sprintf("%d of %s are free, so it should begin at any moment", slots-running, plural(slots, "slot"))
	}
	if resting > 0 {
		text += fmt.Sprintf("; %s more %s or %s", plural(resting, "node"), verb(resting, "rests", "rest"), verb(resting, "drains", "drain"))
	}
	return text
}
