package cluster

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// # What the server may lose
//
// The streams, the queues and what the node watches are on the server, whose store may be replaced while the
// node runs: a container without a volume, a backup that is restored, a stream that an operator removes. So
// nothing of it is made once for ever. After each reconnection, and when a queue or a stream is found not
// to be there, the node makes again what it needs; all that is create-or-open.

// A founding is what is known of what the server has now.
type founding struct {
	made   atomic.Int64  // when it made the stream of tasks, in nanoseconds by its clock
	sure   atomic.Uint64 // how many reconnections there had been when made was asked for
	absent chan struct{} // something is not there any more: a node makes it again
}

// openQueues makes the queues that the node takes from: of urgent tasks, of its own host, of other tasks.
// Each handler has queues of its own, so a node never gets a task for which it has no handler. If several
// have tasks, the node may hold some more than its policy says, since it asks each queue for all that it
// has room for.
func (n *Node) openQueues(ctx context.Context) error {
	for _, p := range n.pullers {
		if err := persist(ctx, func(ctx context.Context) error {
			if p.rank == hostRank {
				if err := n.b.openHost(ctx, p.class); err != nil {
					return err
				}
			}
			made, err := n.b.openQueue(ctx, p.class)
			p.made.Store(made.UnixNano())
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// watch begins to follow what is stored of jobs, nodes and hosts, and ends to follow what was stored
// before. It returns when the node has seen what is there.
func (n *Node) watch(ctx context.Context) error {
	n.unwatch()
	watching, unwatch := context.WithCancel(n.life)
	n.unwatch = unwatch
	for _, w := range []struct {
		kv      jetstream.KeyValue
		keys    string
		changed func(jetstream.KeyValueEntry)
	}{
		{n.b.jobs, jobKey + ">", n.jobChanged}, // cancelled, forgotten
		{n.b.nodes, ">", n.nodeChanged},        // what they say of themselves
		{n.b.jobs, queueKey + ">", n.overflow.hostChanged},
	} {
		if err := n.follow(ctx, watching, w.kv, w.keys, w.changed); err != nil {
			return err
		}
	}
	return nil
}

// keepOpen makes again what the node needs of the server, whenever it may be gone.
func (n *Node) keepOpen() {
	again := n.b.nc.StatusChanged(nats.CONNECTED)
	defer n.b.nc.RemoveStatusListener(again)
	for n.life.Err() == nil {
		select {
		case <-again:
			for _, p := range n.pullers {
				p.broken.Store(true)        // the server has forgotten the requests
				p.made.Store(math.MaxInt64) // it may not be the same queue
				p.interrupt()
			}
		case <-n.b.absent:
		case <-n.life.Done():
			return
		}
		if err := n.reopen(n.life); err != nil && n.life.Err() == nil {
			n.log("what the node takes from is not there, and cannot be made again yet: %v", err)
			poke(n.b.absent)
		}
		pause(n.life, reopenPause)
	}
}

// missed looks whether an error says that a stream is not there, and returns it.
func (f *founding) missed(err error) error {
	for _, e := range []error{jetstream.ErrStreamNotFound, jetstream.ErrNoStreamResponse, nats.ErrNoResponders} {
		if errors.Is(err, e) {
			poke(f.absent)
		}
	}
	return err
}

// reopenPause is between two looks at whether the server has what the node needs; arbitrary.
const reopenPause = 500 * time.Millisecond

// reopen makes again what is not there any more.
func (n *Node) reopen(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		n.refound, n.openQueues, n.watch, n.dropLost,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	n.beats.fence() // leases of a stream that was replaced
	for _, p := range n.pullers {
		p.interrupt()
	}
	poke(n.announcer.news)
	return nil
}

// dropLost drops tasks of jobs that were removed, or replaced, while the node did not hear of it.
func (n *Node) dropLost(ctx context.Context) error {
	n.mu.Lock()
	type birth struct {
		job  string
		born int64
	}
	jobs := make(map[birth]bool)
	for h := range n.held {
		jobs[birth{h.Job, h.Born}] = true
	}
	n.mu.Unlock()
	for j := range jobs {
		r, _, err := n.jobRecord(ctx, j.job)
		if err != nil && !errors.Is(err, ErrUnknownJob) {
			return err
		}
		if err == nil && r.Created.UnixNano() == j.born {
			continue
		}
		n.mu.Lock()
		n.gone.jobs.lost(j.job, j.born)
		n.cancel(func(h *held) bool { return h.Job == j.job && h.Born == j.born })
		n.mu.Unlock()
	}
	return nil
}

// refound creates what is not there any more, and learns of what another process has made. The handles of the
// broker stay: they are only names.
func (c *Client) refound(ctx context.Context) error {
	b, config := c.b, c.config
	config.Lease = b.lease()
	now, err := openBroker(ctx, b.nc, config, b.memory)
	if err == nil {
		b.hosts.Clear()
		b.term.Store(int64(now.lease()))
		b.made.Store(now.made.Load())
		b.sure.Store(now.sure.Load()) // ORDER: after made, which answers compare with once they are sure
	}
	return err
}
