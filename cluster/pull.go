package cluster

import (
	"cmp"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// A puller asks the queue of one handler and priority for tasks, one request at a time,
// each for as many as there is room for. A request that the queue cannot fill
// waits in the server until tasks come: an idle node does not poll, and gets the next
// task at once. That is the lifeline of a node that finds no victim.
//
// Requests and deliveries are the server's plain messages, handled by the node
// itself. NOT: Fetch and Messages of the client library. They keep deliveries
// in buffers, where the heartbeat does not extend them and no thief finds them.
//
// # When a lease begins
//
// The server counts a lease from the delivery, the node from the request, which
// was before. So a request must not be old when it is filled: it ends after half of a
// lease, and then the node asks again. A delivery that comes in time has at
// least half of its lease left, and the heartbeat comes every quarter.
//
// Which request brought a delivery cannot be seen from the delivery. So the next
// request on an inbox is sent only when the last one has ended: filled, or ended by the
// server. If its end is not known, because the connection broke, it gets a new
// inbox, and what still comes to the old one counts from the old request.
type puller struct {
	n       *Node
	prio    Priority
	rank    int           // those of lower ranks go first
	class   string        // of its tasks
	made    atomic.Int64  // when its queue was, in nanoseconds by the server's clock
	expires time.Duration // of a request; 0: what the lease allows
	wake    chan struct{} // there may be room, or nothing is wanted any more
	over    chan struct{} // the request has ended, or is not to be waited for
	inbox   *inbox
	pending uint64       // tasks that the server had left at the last delivery; n.mu guards it
	broken  atomic.Bool  // the connection is a new one: the server forgot the request
	refused atomic.Value // the server's word, a string: it does not want to be asked at once
	since   time.Time    // when it began to refuse, or was last told; the puller's own
}

// An inbox gets the deliveries of requests that follow each other.
type inbox struct {
	sub  *nats.Subscription
	sent atomic.Int64 // when the last request left, in nanoseconds after born
	left atomic.Int64 // deliveries that it still may bring; 0: it has ended
	seen atomic.Int64 // when the server was last heard of, as sent
	born time.Time
	lost bool // the end of the last request is not known; the puller's own
}

func (i *inbox) now() int64 { return int64(time.Since(i.born)) }

func newPuller(n *Node, p Priority, class string) *puller {
	return &puller{n: n, prio: p, rank: rankOf(p, class), class: class, pending: 1, wake: make(chan struct{}, 1), over: make(chan struct{}, 1)}
}

// expires is how long a request may wait in the server.
func (b *broker) expires() time.Duration { return min(b.lease()/2, 30*time.Second) }

// term is how long a request of the puller may wait.
func (p *puller) term() time.Duration { return cmp.Or(p.expires, p.n.b.expires()) }

func (p *puller) loop() {
	defer p.leave()
	for p.n.life.Err() == nil {
		room, stop, rest := p.wanted()
		switch {
		case stop:
			return
		case rest:
			p.leave()
			p.n.returnTail()
			p.wait(p.wake, time.Hour)
		case room == 0:
			p.wait(p.wake, time.Hour)
		case p.yield():
		case p.request(room) != nil:
			p.wait(nil, 100*time.Millisecond)
		default:
			p.await()
		}
	}
}

// wanted says how many tasks the node wants, or that it rests or leaves.
func (p *puller) wanted() (room int, stop, rest bool) {
	p.n.mu.Lock()
	defer p.n.mu.Unlock()
	room = p.n.room(p.prio)
	if p.turn() {
		room = max(room, 1)
	}
	return room, p.n.leaving, p.n.resting
}

// interrupt makes the puller ask again what is wanted.
func (p *puller) interrupt() {
	poke(p.wake)
	poke(p.over)
}

// wait waits for c, some time, or the end of the node, and reports whether c came.
func (p *puller) wait(c <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c:
		return true
	case <-t.C:
	case <-p.n.life.Done():
	}
	return false
}

// request asks for some tasks.
func (p *puller) request(batch int) error {
	if p.inbox != nil && p.inbox.lost {
		p.leave()
	}
	if p.inbox == nil {
		i := &inbox{born: time.Now()}
		sub, err := p.n.b.nc.Subscribe(p.n.b.nc.NewInbox(), func(m *nats.Msg) { p.receive(i, m) })
		if err != nil {
			return err
		}
		if err := sub.SetPendingLimits(-1, -1); err != nil {
			return err
		}
		i.sub, p.inbox = sub, i
	}
	select {
	case <-p.over:
	default:
	}
	i := p.inbox
	// ORDER: sent and left, then the request. receive looks at them when it is
	// answered, and counts the lease from before the server saw the request.
	i.sent.Store(i.now())
	i.seen.Store(i.now())
	i.left.Store(int64(batch))
	return p.n.b.nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+tasksStream+"."+queueName(p.class), i.sub.Subject,
		toJSON(pullRequest{Batch: batch, Expires: p.term(), Beat: p.term() / 4}))
}

// pullRequest asks a consumer for messages, in the server's words.
type pullRequest struct {
	Batch   int           `json:"batch"`
	Expires time.Duration `json:"expires"`
	Beat    time.Duration `json:"idle_heartbeat"`
}

// await waits for the end of a request, or until it must be given up.
func (p *puller) await() {
	i, silence := p.inbox, p.term()/2+500*time.Millisecond
	for i.left.Load() > 0 {
		_, stop, rest := p.wanted()
		if stop || rest || p.broken.Swap(false) || p.n.life.Err() != nil || i.now()-i.seen.Load() > int64(silence) {
			i.lost = true
			return
		}
		p.wait(p.over, silence/4)
	}
	why := p.refused.Swap("")
	if why == nil || why == "" {
		p.since = time.Time{}
		return
	}
	if p.since.IsZero() {
		p.since = time.Now()
	}
	if since := time.Since(p.since); since > p.n.b.lease() {
		p.n.log("the queue %s has refused all requests for %v: %v", queueName(p.class), since.Round(time.Second), why)
		p.since = time.Now()
	}
	p.wait(nil, refusal/2+rand.N(refusal))
}

// refusal is about how long a node waits that was refused: the server is about
// to start or to end.
const refusal = 100 * time.Millisecond

// receive gets what comes to an inbox: a delivery, or the server's word on the
// request.
func (p *puller) receive(i *inbox, m *nats.Msg) {
	sent := i.born.Add(time.Duration(i.sent.Load()))
	i.seen.Store(i.now())
	switch status := m.Header.Get("Status"); status {
	case "":
		l, err := newLease(m, sent, p.n.b.lease())
		if err != nil {
			p.n.log("drop a task that nobody can run: %v", err)
			_ = m.Term()
		} else {
			if l.stored.UnixNano() < p.made.Load() {
				l.Again = true // an earlier queue may have delivered it: this one counts from one
			}
			p.n.mu.Lock()
			p.n.hold(l)
			p.pending = l.pending
			p.n.pull()
			p.n.mu.Unlock()
		}
		if i.left.Add(-1) <= 0 {
			poke(p.over)
		}
	case "100": // it still waits
	default: // it has ended: 408 by its time, 409 by the server, 503 if the server has no such queue
		if status != "408" {
			p.refused.Store(strings.TrimSpace(status + " " + m.Header.Get("Description")))
		}
		if status == "503" {
			p.made.Store(math.MaxInt64) // whoever makes it
			poke(p.n.b.absent)
		}
		i.left.Store(0)
		poke(p.over)
	}
}

// leave takes the request back. What the server has sent is still handled: Drain
// ends the interest first and the subscription when all is read.
func (p *puller) leave() {
	if p.inbox == nil {
		return
	}
	i := p.inbox
	p.inbox = nil
	gone := make(chan struct{})
	i.sub.SetClosedHandler(func(string) { close(gone) })
	if i.sub.Drain() == nil {
		p.wait(gone, time.Second)
	}
}
