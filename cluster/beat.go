package cluster

import (
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// # Leases and deadlines
//
// The server takes a task from a node when it has heard nothing of it for
// a lease. The node must stop before. Each of its leases has a deadline by the node's
// own monotonic clock, and these hold:
//
//	D1  A lease counts from before the request that began or renewed it was sent;
//	    the server counts from when it handled the request, which is later. So as
//	    long as a deadline has not passed here, the lease has not ended there.
//	D2  A renewal counts when it is confirmed. A renewal that is lost on the way
//	    moves no deadline.
//	D3  Past the deadline the node does not start the task, does not hand it over,
//	    does not renew its lease and does not give it back. It may record a
//	    result: the first one recorded wins, whichever node has the lease.
//	D4  A confirmation that comes past the deadline moves it no more. The server
//	    confirms renewals of tasks that it has delivered to another node since.
//
// The interleaving that D3 prevents: the node is stopped, the lease ends, the
// server delivers the task to another node; this one goes on and gives it back. The
// server does not refuse that. It would take the task from under the other node's
// hands and deliver it a third time. A stopped node cannot help having checked the
// deadline just before it was stopped; that window is some instructions wide, and
// costs a second execution, not a second result.
//
// All renewals of a tick leave together, in the order of one connection, and the server
// handles those of one queue in order. So the answer to the last of each queue
// confirms all before it. A flush would prove only that the server that the
// node is connected to read them, and another one may lead the queue.

// beats is the heartbeat; n.mu guards it.
type beats struct {
	n     *Node
	inbox string
	tick  uint64
	sent  map[string]renewal // unanswered, by the end of the answer's subject
	last  time.Time          // when the heartbeat last ran
	deaf  time.Time          // until then requests of thieves are not answered
	stall func() bool        // a test's: whether the heartbeat leaves out this tick
}

func newBeats(n *Node) beats {
	return beats{n: n, sent: make(map[string]renewal), last: time.Now()}
}

// A renewal is some leases of one queue that were renewed at once.
type renewal struct {
	at   time.Time
	held []*held
}

// beat renews what the node holds, every quarter of a lease, and fences in time.
func (b *beats) beat() {
	n := b.n
	tick := time.NewTicker(n.b.lease() / 4)
	defer tick.Stop()
	fence := time.NewTimer(n.b.lease())
	defer fence.Stop()
	for {
		select {
		case <-tick.C:
			b.renew()
			tick.Reset(n.b.lease() / 4) // another founder may have made it another
		case <-fence.C:
		case <-n.life.Done():
			return
		}
		fence.Reset(b.fence())
	}
}

// renew extends all leases that have not ended here.
func (b *beats) renew() {
	n := b.n
	n.mu.Lock()
	defer n.mu.Unlock()
	if b.stall != nil && b.stall() {
		return
	}
	now := time.Now()
	if gap := now.Sub(b.last); gap > n.b.lease()/2 {
		n.log("stopped for %v", gap)
		b.deaf = now.Add(n.b.lease() / 4)
	}
	b.last = now
	of := make(map[string][]*held)
	for h := range n.held {
		if h.live(now) {
			of[h.class()] = append(of[h.class()], h)
		}
	}
	for _, leases := range of {
		b.extend(now, leases)
	}
}

// live reports whether the node may act on a lease.
func (h *held) live(now time.Time) bool { return !h.fenced && now.Before(h.deadline) }

// extend renews leases of one queue. It does not wait for the answer. n.mu is
// held.
func (b *beats) extend(now time.Time, leases []*held) {
	n := b.n
	if len(leases) == 0 {
		return
	}
	b.tick++
	name := strconv.FormatUint(b.tick, 36)
	for k, r := range b.sent {
		if now.Sub(r.at) > n.b.lease() {
			delete(b.sent, k)
		}
	}
	b.sent[name] = renewal{now, leases}
	tokens := make([]string, len(leases))
	for i, h := range leases {
		tokens[i] = h.token
	}
	n.out.say(func() {
		last := len(tokens) - 1
		for _, token := range tokens[:last] {
			_ = n.b.nc.Publish(token, ackMore)
		}
		_ = n.b.nc.PublishRequest(tokens[last], b.inbox+"."+name, ackMore) // lost: moves no deadline
	})
}

// confirmed moves the deadlines of leases whose renewal the server has answered.
func (b *beats) confirmed(m *nats.Msg) {
	n := b.n
	if m.Header.Get("Status") != "" {
		return // no lease is left to renew
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	name := strings.TrimPrefix(m.Subject, b.inbox+".")
	r, ok := b.sent[name]
	if !ok {
		return
	}
	delete(b.sent, name)
	n.trip.add(time.Since(r.at))
	now := time.Now()
	for _, h := range r.held {
		if _, ok := n.held[h]; ok && h.live(now) { // D4
			h.deadline = r.at.Add(n.b.lease())
		}
	}
}

// fence fences what is past its deadline, and returns when to look again.
func (b *beats) fence() time.Duration {
	n := b.n
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	next := n.b.lease()
	for h := range n.held {
		switch {
		case h.fenced:
		case !now.Before(h.deadline), h.void(n.b):
			n.fence(h)
		default:
			next = min(next, h.deadline.Sub(now))
		}
	}
	return next
}
