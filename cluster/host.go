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
	return "h-" + hostToken(host)
}

// ofHost reports whether a class is that of a host.
func ofHost(class string) bool { return strings.HasPrefix(class, "h-") }

// hostToken is the name of a host as a part of a subject.
func hostToken(host string) string {
	host = strings.Map(func(r rune) rune {
		if checkToken("", string(r)) != nil {
			return '-'
		}
		return r
	}, host)
	return host[:min(len(host), 64)]
}

// queueKey begins the keys that tell which hosts have a queue; the class follows.
const queueKey = "q."

// openHost makes the queue of a host, unless it is there.
func (b *broker) openHost(ctx context.Context, class string) error {
	if _, there := b.hosts.Load(class); there {
		return nil
	}
	_, err := b.openQueue(ctx, class)
	if err == nil {
		_, err = b.jobs.PutString(ctx, queueKey+class, class)
	}
	if err == nil {
		b.hosts.Store(class, true)
	}
	return err
}

// overflow is what an idle node takes from the queues of hosts.
type overflow struct {
	n      *Node
	queues map[string]bool // of hosts; n.mu guards it
	look   chan struct{}   // asks to look at the queues
}

func newOverflow(n *Node) overflow {
	return overflow{n, make(map[string]bool), make(chan struct{}, 1)}
}

// hostChanged keeps which hosts have queues.
func (o *overflow) hostChanged(e jetstream.KeyValueEntry) {
	o.n.mu.Lock()
	defer o.n.mu.Unlock()
	o.queues[e.Key()[len(queueKey):]] = true
	poke(o.look)
}

// overflowEvery is about how often an idle node looks at the queues of hosts, if
// there are any; arbitrary.
const overflowEvery = 200 * time.Millisecond

// run steals from the queues of hosts while the node is idle.
func (o *overflow) run() {
	n := o.n
	for {
		n.mu.Lock()
		stop, idle := n.leaving, n.idleNow()
		foreign := o.foreign()
		n.mu.Unlock()
		if stop || n.life.Err() != nil {
			return
		}
		if idle {
			for _, class := range foreign {
				o.steal(class)
			}
		}
		var tick <-chan time.Time
		if len(foreign) > 0 {
			tick = time.After(overflowEvery/2 + rand.N(overflowEvery))
		}
		select {
		case <-o.look:
		case <-tick:
		case <-n.life.Done():
		}
	}
}

// foreign lists the queues that the node does not take from anyway, in any
// order. n.mu is held.
func (o *overflow) foreign() (out []string) {
	for class := range o.queues {
		if !o.n.config.Policy.Affinity || class != hostClass(o.n.host) {
			out = append(out, class)
		}
	}
	return out
}

// idleNow reports whether a slot has nothing to do. n.mu is held.
func (n *Node) idleNow() bool {
	return !n.leaving && !n.resting && n.waiting.len() == 0 && n.running < n.able()
}

// steal takes half of what overflows in the queue of a host.
func (o *overflow) steal(class string) {
	n := o.n
	ctx, cancel := context.WithTimeout(n.life, publishTimeout)
	defer cancel()
	consumer, err := n.b.tasks.Consumer(ctx, queueName(class))
	if err != nil {
		return // next time
	}
	i := consumer.CachedInfo()
	n.mu.Lock()
	slots, room := n.peers.slots(class), n.room(Batch)
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
