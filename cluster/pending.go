package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Pending is what the cluster has not done.
type Pending struct {
	Tasks  int         // that have not ended, also those of handlers that no node has had for an hour: they have no queue
	Queues []QueueInfo // by handler, the urgent one first, and by host
	Dead   int         // dead letters
}

// A QueueInfo tells of the tasks of one handler and priority, or of those that would rather run on one
// host (JobSpec.Host), whatever their handlers.
type QueueInfo struct {
	Handler  string // empty for the queue of a host
	Priority Priority
	Host     string // as a part of a subject, empty for the queue of a handler

	Waiting int       // tasks that no node has had
	Leased  int       // tasks that a node has, or that wait for another attempt, or for the end of a lease
	Again   int       // those of Leased that were delivered before, and not only handed over
	Oldest  time.Time // when the oldest task that has not ended was stored; zero if there is none
}

// Pending counts the tasks that have not ended. The numbers of two queues may be of different times. It
// blocks for some round trips, and one more for each queue that is not empty.
func (c *Client) Pending(ctx context.Context) (Pending, error) {
	return ask(ctx, func(ctx context.Context) (p Pending, err error) {
		consumers := c.b.tasks.ListConsumers(ctx)
		for info := range consumers.Info() {
			q, err := newQueueInfo(ctx, c.b.tasks, info)
			if err != nil {
				return p, err
			}
			p.Queues = append(p.Queues, q)
		}
		if err := consumers.Err(); err != nil {
			return p, err
		}
		slices.SortFunc(p.Queues, func(x, y QueueInfo) int {
			return cmp.Or(cmp.Compare(x.Handler, y.Handler), cmp.Compare(y.Priority, x.Priority), cmp.Compare(x.Host, y.Host))
		})
		dead, err := c.b.dead.Info(ctx)
		if err != nil {
			return p, err
		}
		tasks, err := c.b.tasks.Info(ctx)
		if err != nil {
			return p, err
		}
		p.Tasks, p.Dead = int(tasks.State.Msgs), int(dead.State.Msgs)
		return p, nil
	})
}

// newQueueInfo tells of a queue by what the server says of its consumer.
func newQueueInfo(ctx context.Context, tasks jetstream.Stream, info *jetstream.ConsumerInfo) (q QueueInfo, err error) {
	q = QueueInfo{Waiting: int(info.NumPending), Leased: info.NumAckPending, Again: info.NumRedelivered}
	kind, of, _ := strings.Cut(strings.TrimPrefix(info.Name, queueName("")), "-")
	switch kind {
	case "i":
		q.Handler, q.Priority = of, Interactive
	case "b":
		q.Handler = of
	default:
		q.Host = of
	}
	if q.Waiting+q.Leased == 0 {
		return q, nil
	}
	oldest, err := tasks.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(info.Config.FilterSubject))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return q, nil // it has just ended
	}
	if err == nil {
		q.Oldest = oldest.Time
	}
	return q, err
}
