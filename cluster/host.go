package cluster

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// # A deque for each host
//
// Tasks with JobSpec.Host wait in a queue of their host in the server. Nodes with
// Policy.Affinity take from the queue of their own host before the shared one. All nodes
// steal from the queues of hosts when they are idle: what overflows, or
// anything if no node with affinity lives there. So a task runs near its data if the
// host is there and not overloaded, and somewhere else otherwise.
//
// Interactive tasks do not wait for a host: they are in the shared queue.

// class is the part of a task's subject that says which queue it waits in: that of its
// priority and its handler, which only nodes with the handler take from, or that of its host.
func (e envelope) class() string {
	if e.toHost() {
		return hostClass(e.Host)
	}
	return handlerClass(e.Priority, e.Handler)
}

// toHost reports whether a task waits in the queue of a host.
func (e envelope) toHost() bool { return e.Host != "" && e.Priority != Interactive }

// handlerClass names the queue of a handler.
func handlerClass(p Priority, handler string) string {
	if p == Interactive {
		return "i-" + handler
	}
	return "b-" + handler
}

// hostClass names the queue of a host: its name as far as it fits into a
// subject. Hosts whose names differ by less share a queue.
func hostClass(host string) string {
	host = strings.Map(func(r rune) rune {
		if checkToken("", string(r)) != nil {
			return '-'
		}
		return r
	}, host)
	return "h-" + host[:min(len(host), 64)]
}

// queueKey begins the keys that tell which hosts have a queue; the class follows.
const queueKey = "q."

// openHost makes the queue of a host, unless it is there.
func (b *broker) openHost(ctx context.Context, class string) error {
	if _, there := b.hosts.Load(class); there {
		return nil
	}
	err := b.openQueue(ctx, class)
	if err == nil {
		_, err = b.jobs.PutString(ctx, queueKey+class, class)
	}
	if err == nil {
		b.hosts.Store(class, true)
	}
	return err
}

// openOwn makes the queue of the node's own host.
func (n *Node) openOwn(ctx context.Context) error {
	if !n.config.Policy.Affinity {
		return nil
	}
	return persist(ctx, func(ctx context.Context) error { return n.b.openHost(ctx, hostClass(n.host)) })
}

// followHosts keeps which hosts have queues.
func (n *Node) followHosts(ctx context.Context) error {
	return n.follow(ctx, n.b.jobs, queueKey+">", func(e jetstream.KeyValueEntry) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.queues[e.Key()[len(queueKey):]] = true
		poke(n.spill)
	})
}

// overflowEvery is about how often an idle node looks at the queues of hosts, if
// there are any; arbitrary.
const overflowEvery = 200 * time.Millisecond

// overflow steals from the queues of hosts while the node is idle.
func (n *Node) overflow() {
	never := make(chan time.Time)
	for {
		n.mu.Lock()
		stop, idle := n.leaving, n.idleNow()
		foreign := n.foreign()
		n.mu.Unlock()
		if stop || n.life.Err() != nil {
			return
		}
		if idle {
			for _, class := range foreign {
				n.stealFrom(class)
			}
		}
		tick := (<-chan time.Time)(never)
		if len(foreign) > 0 {
			tick = time.After(overflowEvery/2 + rand.N(overflowEvery))
		}
		select {
		case <-n.spill:
		case <-tick:
		case <-n.life.Done():
		}
	}
}

// foreign lists the queues that the node does not take from anyway, in any
// order. n.mu is held.
func (n *Node) foreign() (out []string) {
	for class := range n.queues {
		if !n.config.Policy.Affinity || class != hostClass(n.host) {
			out = append(out, class)
		}
	}
	return out
}

// idleNow reports whether a slot has nothing to do. n.mu is held.
func (n *Node) idleNow() bool {
	return !n.leaving && !n.resting && n.waiting.len() == 0 && n.running < n.config.Slots
}

// stealFrom takes half of what overflows in the queue of a host.
func (n *Node) stealFrom(class string) {
	ctx, cancel := context.WithTimeout(n.life, publishTimeout)
	defer cancel()
	consumer, err := n.b.tasks.Consumer(ctx, queueName(class))
	if err != nil {
		return // next time
	}
	i := consumer.CachedInfo()
	n.mu.Lock()
	slots, room := n.slotsOf(class), n.room(Batch)
	n.mu.Unlock()
	over := (int(i.NumPending) - slots + 1) / 2
	if slots == 0 {
		// Nobody takes them. Those that a dead node held are not counted as
		// pending when their leases have ended.
		over = int(i.NumPending) + i.NumAckPending
	}
	if over = min(over, room); over <= 0 {
		return
	}
	p := newPuller(n, Batch, class)
	p.expires = overflowEvery
	defer p.leave()
	if p.request(over) == nil {
		p.await()
	}
}

// slotsOf counts the slots of the nodes that take from the queue of a host. n.mu is
// held.
func (n *Node) slotsOf(class string) (slots int) {
	for _, i := range n.others() {
		if i.Policy.Affinity && i.works() && hostClass(i.Host) == class {
			slots += i.Slots
		}
	}
	return slots
}
