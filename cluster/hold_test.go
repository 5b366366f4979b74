package cluster

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// Whatever the end of a lease, the task leaves the set and its context ends; the server hears just what
// the end says, and of a lease that is fenced, or past its deadline, only that its outcome is stored.
func TestEnd(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	saw := p.observe()
	n := &Node{Client: c, held: make(map[*held]struct{}), out: newSpeaker()}
	words := map[end]string{isDone: "+ACK", isGivenBack: "-NAK", isHandedOver: "", isCancelled: "+TERM", isLapsed: ""}
	want := make(map[string]string)
	for how, word := range words {
		for _, lost := range []string{"", "fenced", "past"} {
			token := fmt.Sprintf("$JS.ACK.%s.%d%s", tasksStream, how, lost)
			h := &held{lease: &lease{token: token, deadline: time.Now().Add(time.Hour)}, fenced: lost == "fenced"}
			if lost == "past" {
				h.deadline = time.Now()
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			h.cancel = cancel
			n.held[h] = struct{}{}
			n.end(h, how, 0)
			if len(n.held) != 0 || ctx.Err() == nil {
				t.Errorf("end %d, %s: %d held, context %v", how, lost, len(n.held), ctx.Err())
			}
			if word != "" && (lost == "" || how == isDone) {
				want[token] = word
			}
		}
	}
	life, end := context.WithCancel(t.Context())
	end()
	n.out.run(life)
	if err := c.b.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	until(t, "all is seen", func() bool {
		got := make(map[string]string)
		for _, s := range saw() {
			got[s.subject] += s.body
		}
		return fmt.Sprint(got) == fmt.Sprint(want)
	})
}

// A lease goes from phase to phase. Before its task runs, a fence or a cancellation ends it; after, the
// task's context, and the lease is held until its outcome is stored.
func TestPhases(t *testing.T) {
	all := func(*held) bool { return true }
	next := func(n *Node, _ *held) *execution { return n.next() }
	for _, c := range []struct {
		name   string
		do     func(*Node, *held) *execution
		phase  phase // "": not held any more
		fenced uint64
		cause  error // of the context of one that runs
	}{
		{"hold", func(*Node, *held) *execution { return nil }, isQueued, 0, nil},
		{"cancel", func(n *Node, _ *held) *execution { n.cancel(all); return nil }, "", 0, nil},
		{"cancel another", func(n *Node, h *held) *execution { n.cancel(func(o *held) bool { return o != h }); return nil }, isQueued, 0, nil},
		{"fence", func(n *Node, h *held) *execution { n.fence(h); return nil }, "", 1, nil},
		{"next", next, isRunning, 0, nil},
		{"next, fence", func(n *Node, h *held) *execution { x := n.next(); n.fence(h); return x }, isRunning, 1, ErrFenced},
		{"next, cancel", func(n *Node, h *held) *execution { x := n.next(); n.cancel(all); return x }, isRunning, 0, ErrCancelled},
		{"leaveSlot", func(n *Node, h *held) *execution { x := n.next(); n.leaveSlot(h); return x }, isEnding, 0, nil},
		{"leaveSlot, fence", func(n *Node, h *held) *execution { x := n.next(); n.leaveSlot(h); n.fence(h); return x }, isEnding, 1, ErrFenced},
		{"next past the deadline", func(n *Node, h *held) *execution {
			h.deadline = time.Now()
			n.waiting.push(&held{lease: &lease{deadline: time.Now().Add(time.Hour)}})
			if x := n.next(); x == nil || x.held == h {
				t.Error("the task past its deadline begins")
			}
			return nil
		}, "", 1, nil},
	} {
		n := idleNode(t)
		h := n.hold(&lease{envelope: envelope{ID: "0"}, deadline: time.Now().Add(time.Hour)})
		x := c.do(n, h)
		if _, holds := n.held[h]; holds != (c.phase != "") || holds && h.phase != c.phase || n.count.Fenced != c.fenced {
			t.Errorf("%s: held %v, %s, %d fenced; want %q, %d", c.name, holds, h.phase, n.count.Fenced, c.phase, c.fenced)
		}
		if (n.running == 1) != (c.phase == isRunning) && c.phase != "" || (n.waiting.len() == 1) != (c.phase == isQueued) {
			t.Errorf("%s: %d run, %d wait", c.name, n.running, n.waiting.len())
		}
		if x != nil && context.Cause(x.ctx) != c.cause {
			t.Errorf("%s: the context ended with %v, want %v", c.name, context.Cause(x.ctx), c.cause)
		}
	}
}

// idleNode returns a node without a connection.
func idleNode(t *testing.T) *Node {
	n := &Node{Client: &Client{}, held: make(map[*held]struct{}), gone: newGone(), out: newSpeaker(), work: t.Context()}
	n.idle.L = &n.mu
	n.announcer.news = make(chan struct{}, 1)
	return n
}

// TestHold_withdrawn: a task can be withdrawn while it is on its way to the node. Then it never runs.
func TestHold_withdrawn(t *testing.T) {
	n := idleNode(t)
	n.withdrawn(&nats.Msg{Data: toJSON(withdrawal{"j", "1"})})
	for _, e := range []envelope{{Job: "j", ID: "1"}, {Job: "j", ID: "2"}, {Job: "k", ID: "1"}} {
		h := n.hold(&lease{envelope: e, deadline: time.Now().Add(time.Hour)})
		if (h == nil) != (e.Job == "j" && e.ID == "1") {
			t.Errorf("task %s of job %s: held %v, and task 1 of j is withdrawn", e.ID, e.Job, h != nil)
		}
	}
}
