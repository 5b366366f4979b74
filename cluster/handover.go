package cluster

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// A victim is what the node knows of tasks that other nodes ask it for; n.mu guards it.
type victim struct {
	n      *Node
	inbox  string             // for the thieves' answers
	handed map[string]handing // on their way to thieves, by number
	number uint64
	served chan struct{} // a thief was answered
}

func newVictim(n *Node) victim {
	return victim{n: n, handed: make(map[string]handing), served: make(chan struct{}, 1)}
}

// A handing is a number of tasks on their way to a thief, which the node does not
// hold any more.
type handing struct {
	at   time.Time
	held []*held
}

// robbed answers a thief: steps 2 and 3 of stealing, or gives tasks back to the
// shared queue, where the thief's pull gets them.
func (v *victim) robbed(m *nats.Msg) {
	n := v.n
	var r stealRequest
	if json.Unmarshal(m.Data, &r) != nil || m.Reply == "" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	if now.Before(n.beats.deaf) || now.Sub(n.beats.last) > n.b.lease()/2 {
		return // this node was stopped, and does not know for how long
	}
	l := loot{Node: n.config.Name}
	tasks, how := v.choose(r, now), isHandedOver
	if n.config.Policy.GiveBack {
		how = isGivenBack
	}
	n.count.Given += uint64(len(tasks))
	for _, h := range tasks {
		n.end(h, how, 0)
	}
	if how == isGivenBack {
		l.Given, tasks = len(tasks), nil
	}
	l.Queued = n.waiting.len()
	n.changed()
	if !n.config.Policy.GiveBack { // its own pull would be before the thief's
		n.pull()
	}
	v.send(m.Reply, l, tasks)
	poke(v.served)
}

// choose takes from the queue what a thief gets: half, or all there is room for
// if the node leaves. A lone task is left to the node's own slots unless they are all
// busy. n.mu is held.
func (v *victim) choose(r stealRequest, now time.Time) []*held {
	n := v.n
	waiting := n.waiting.len()
	want := waiting / 2
	switch {
	case n.leaving:
		want = min(waiting, max(r.Room, 1))
	case waiting == 1 && n.running >= n.able(), r.Steal == StealOne && waiting > 1:
		want = 1
	}
	thief, known := n.peers[r.Node]
	size, most := 0, int(n.b.nc.MaxPayload())/2 // of one message
	return n.waiting.steal(want, func(h *held) bool {
		// The deadline must outlast the message.
		size += len(h.payload) + 1024
		return (!known || slices.Contains(thief.Handlers, h.Handler)) && h.Hops < maxHops && h.deadline.Sub(now) > n.b.lease()/8 && size < most
	})
}

// send hands over tasks. n.mu is held.
func (v *victim) send(to string, l loot, tasks []*held) {
	n := v.n
	now := time.Now()
	var body []byte
	for _, h := range tasks {
		l.Tasks = append(l.Tasks, lootEntry{h.envelope, h.token, h.deliveries, h.seq, h.stored, h.deadline.Sub(now), len(h.payload)})
		body = append(body, h.payload...)
	}
	m := message(to, l, body)
	if len(tasks) > 0 {
		v.number++
		name := strconv.FormatUint(v.number, 36)
		for k, old := range v.handed {
			if now.Sub(old.at) > n.b.lease() {
				delete(v.handed, k)
			}
		}
		v.handed[name] = handing{now, tasks}
		m.Reply = v.inbox + "." + name
	}
	n.out.say(func() { _ = n.b.nc.PublishMsg(m) }) // lost: delivered again when the leases end
}

// handedOver learns whether a thief has the tasks: step 6. If no node listened for
// the answer, no node has them, and they are this node's as before.
func (v *victim) handedOver(m *nats.Msg) {
	n := v.n
	n.mu.Lock()
	defer n.mu.Unlock()
	name := strings.TrimPrefix(m.Subject, v.inbox+".")
	h, ok := v.handed[name]
	delete(v.handed, name)
	if !ok || m.Header.Get("Status") != "503" {
		return
	}
	n.count.Given -= uint64(len(h.held))
	for _, h := range h.held {
		n.hold(h.lease)
	}
}

// offer gives what has not started to other nodes: it tells them, they ask. It
// ends when all is given, or when they should have asked.
func (v *victim) offer(ctx context.Context) {
	n := v.n
	n.mu.Lock()
	me := toJSON(NodeInfo{Name: n.config.Name, Queued: n.waiting.len()})
	wait := time.NewTimer(100*time.Millisecond + 8*time.Duration(n.trip))
	for _, i := range n.peers.alive() {
		if i.works() {
			n.out.say(func() { _ = n.b.nc.Publish(stealSubject+i.Name+".offer", me) })
		}
	}
	left, others := n.waiting.len(), len(n.peers)
	n.mu.Unlock()
	defer wait.Stop()
	for left > 0 && others > 0 {
		select {
		case <-v.served:
			n.mu.Lock()
			left = n.waiting.len()
			n.mu.Unlock()
		case <-wait.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
