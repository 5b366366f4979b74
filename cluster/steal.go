package cluster

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// # Stealing
//
// A node with an idle slot and nothing in its queue asks the richer of two nodes,
// which it picks at random from the registry, for tasks. The victim hands over half
// of those that it has not started, the youngest.
//
//	thief                                   victim
//	1  note the time, send the request
//	                                        2  take tasks out of queue and set: from now on
//	                                           it neither starts nor extends them
//	                                        3  send them, each with its token and with
//	                                           what is left until its deadline
//	4  count the deadlines from 1,
//	   add the tasks to queue and set,
//	   renew them at once
//	5  answer                               6  forget them; or, if the server says that no node
//	                                           listens for the thief, take them back
//
// At each time at most one of the two has a task, because 2 is before 4. A task that is
// lost between, with the message or with the thief, is not extended; its lease ends and
// the server delivers it again. So a lost hand-over costs time, never a task.
//
// Clocks of two machines cannot be compared, so a deadline is sent as what is
// left of it at 3. The thief counts that from 1, which was before 3: so its deadline
// is not later than the victim's was. If the message took long, the
// deadline may have passed, and the task is dropped as fenced.
//
// The thief listens for tasks as long as it lives, not for one answer: a late one is taken like any
// other. A victim that was stopped for a while finds requests waiting, from thieves that have long
// found something else. It does not answer those: it sees the gap in its own heartbeat. Without
// that it would send away all it has, step by step.
//
// A task is handed over at most maxHops times, so that tasks do not go round
// among nodes that all are about to run dry.
const maxHops = 3

// stealWait grows from the first to the second while there is nothing to steal.
const (
	minStealWait = 5 * time.Millisecond
	maxStealWait = 200 * time.Millisecond
)

// A stealRequest asks for tasks. Its answer, a loot, goes to the reply subject,
// whose end is the request's number.
type stealRequest struct {
	Node  string `json:"node"`
	Steal Steal  `json:"steal"`
	Room  int    `json:"room"` // how many the thief would take from a node that leaves
}

// A loot is what a victim hands over; the payloads are the body, one after the other.
type loot struct {
	Node   string      `json:"node"`
	Queued int         `json:"queued"` // what the victim has left
	Given  int         `json:"given"`  // what it put back on the shared queue instead
	Tasks  []lootEntry `json:"tasks"`
}

type lootEntry struct {
	Envelope   envelope      `json:"envelope"`
	Token      string        `json:"token"`
	Deliveries int           `json:"deliveries"`
	Seq        uint64        `json:"seq"`
	Stored     time.Time     `json:"stored"`
	Left       time.Duration `json:"left"` // time until the victim's deadline
	Size       int           `json:"size"` // of the payload
}

// A thief is what the node knows of tasks that it asks other nodes for; n.mu guards it.
type thief struct {
	n      *Node
	want   chan struct{}        // a slot has nothing to do, or another node has changed
	came   chan int             // how many tasks an answer brought
	sent   map[string]time.Time // when requests left, by their number
	number uint64
}

func newThief(n *Node) thief {
	return thief{n: n, want: make(chan struct{}, 1), came: make(chan int, 1), sent: make(map[string]time.Time)}
}

func (t *thief) hungry() { poke(t.want) }

// run looks for tasks while the node is idle. When no node has any, it waits for
// news; meanwhile the parked pull brings tasks that are submitted.
func (t *thief) run() {
	n := t.n
	if n.config.Policy.Steal == StealNone {
		return
	}
	wait := minStealWait
	for {
		select {
		case <-t.want:
		case <-n.life.Done():
			return
		}
		for pause(n.life, wait/2+rand.N(wait)) {
			victim := t.pick()
			if victim == "" {
				wait = minStealWait
				break
			}
			if t.rob(victim) > 0 {
				wait = minStealWait
			} else {
				wait = min(2*wait, maxStealWait)
			}
		}
	}
}

// pick returns the node to steal from: the richer of two random ones among
// those that have something. It returns "" if there is none, or this node is not idle.
func (t *thief) pick() string {
	n := t.n
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.idleNow() {
		return ""
	}
	var best NodeInfo
	seen := 0
	others := n.peers.alive()
	for _, k := range rand.Perm(len(others)) {
		if i := others[k]; i.Queued > 0 {
			if seen++; i.Queued > best.Queued {
				best = i
			}
		}
		if seen == 2 {
			break
		}
	}
	return best.Name
}

// rob asks a node for tasks and waits for the answer. It returns how many came.
func (t *thief) rob(victim string) int {
	n := t.n
	select {
	case <-t.came: // late, to an earlier request
	default:
	}
	t.request(victim)
	n.mu.Lock()
	patience := 50*time.Millisecond + 8*time.Duration(n.trip)
	n.mu.Unlock()
	select {
	case got := <-t.came:
		return got
	case <-time.After(patience):
		n.mu.Lock()
		n.peers.note(victim, 0) // until it says otherwise
		n.mu.Unlock()
	case <-n.life.Done():
	}
	return 0
}

// request asks a node for tasks: step 1.
func (t *thief) request(victim string) {
	n := t.n
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count.Asked++
	t.number++
	number := strconv.FormatUint(t.number, 36)
	now := time.Now()
	for k, at := range t.sent {
		if now.Sub(at) > n.b.lease() {
			delete(t.sent, k) // tasks that come now are past their deadlines
		}
	}
	t.sent[number] = now
	r := stealRequest{Node: n.config.Name, Steal: n.config.Policy.Steal, Room: max(n.room(Batch), n.config.Slots)}
	n.out.say(func() {
		_ = n.b.nc.PublishRequest(stealSubject+victim, stealSubject+n.config.Name+".loot."+number, toJSON(r))
	})
}

// looted takes over tasks: steps 4 and 5.
func (t *thief) looted(m *nats.Msg) {
	n := t.n
	if m.Header.Get("Status") != "" { // the server says that the victim does not listen
		t.brought(0)
		return
	}
	var l loot
	if err := unpack(m.Header, &l); err != nil {
		n.log("%v", err)
		return
	}
	number := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	n.mu.Lock()
	sent, ok := t.sent[number]
	delete(t.sent, number)
	if ok {
		n.peers.note(l.Node, l.Queued)
		t.take(sent, l.Tasks, m.Data)
	}
	n.mu.Unlock()
	if len(l.Tasks) > 0 {
		_ = m.Respond(nil)
	}
	t.brought(len(l.Tasks) + l.Given)
}

// brought tells rob what an answer brought.
func (t *thief) brought(tasks int) {
	select {
	case t.came <- tasks:
	default:
	}
}

// take adds tasks that were handed over, and renews them. n.mu is held.
func (t *thief) take(sent time.Time, tasks []lootEntry, body []byte) {
	n := t.n
	of := make(map[string][]*held)
	for _, e := range tasks {
		if e.Size < 0 || e.Size > len(body) || e.Envelope.check(e.Envelope.taskSubject()) != nil {
			return // garbled: the leases end
		}
		l := &lease{envelope: e.Envelope, token: e.Token, deliveries: e.Deliveries, seq: e.Seq, stored: e.Stored, deadline: sent.Add(e.Left)}
		l.payload, body = body[:e.Size:e.Size], body[e.Size:]
		l.Hops++
		n.count.Stolen++
		if h := n.hold(l); h != nil {
			of[h.class()] = append(of[h.class()], h)
		}
	}
	for _, leases := range of {
		n.beats.extend(time.Now(), leases)
	}
}

// offered is the word of a node that leaves: it has tasks to give.
func (t *thief) offered(m *nats.Msg) {
	n := t.n
	var i NodeInfo
	if json.Unmarshal(m.Data, &i) != nil {
		return
	}
	n.mu.Lock()
	ready := !n.leaving && !n.resting
	n.peers.note(i.Name, i.Queued)
	n.mu.Unlock()
	if ready {
		t.request(i.Name)
	}
}
