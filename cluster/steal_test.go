package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// runs counts the executions of each task. On a machine that stops a node for longer than its lease
// allows, a task may run twice.
type runs struct {
	mu      sync.Mutex
	of      map[string]int
	stopped atomic.Bool // a node was
}

// log is the test's logger, which notes that a node was stopped.
func (r *runs) log(t testing.TB) io.Writer { return noting{r, logger(t)} }

type noting struct {
	runs *runs
	to   io.Writer
}

func (n noting) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("stopped for ")) {
		n.runs.stopped.Store(true)
	}
	return n.to.Write(p)
}

func (r *runs) handle(_ context.Context, t *Task) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = make(map[string]int)
	}
	r.of[t.Key()]++
	return t.Payload, nil
}

func (r *runs) once(t *testing.T, tasks int) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.of) != tasks {
		t.Errorf("%d tasks ran, want %d", len(r.of), tasks)
	}
	for key, n := range r.of {
		if n != 1 && !r.stopped.Load() {
			t.Errorf("task %s ran %d times", key, n)
		}
	}
}

// An idle node gets the tasks that a stuck one has in store: while leases pass,
// each task runs once, and those handed over keep their first attempt.
func TestSteal(t *testing.T) {
	for _, policy := range []Policy{
		{Depth: 16}, {Depth: 16, Steal: StealOne}, {Depth: 16, GiveBack: true},
	} {
		t.Run(fmt.Sprint(policy), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			var r runs
			open, begun := make(chan struct{}), make(chan struct{}, 1)
			rich := p.node(Config{Name: "rich", Slots: 1, Lease: kept, Policy: policy, Log: r.log(t), Handlers: map[string]Handler{"h": func(ctx context.Context, t *Task) ([]byte, error) {
				select {
				case begun <- struct{}{}:
				default:
				}
				<-open
				return r.handle(ctx, t)
			}}})
			j := p.submit(rich, JobSpec{Handler: "h"}, numbers(17))
			<-begun
			until(t, "one node has all tasks", func() bool { return rich.Info().Queued == 16 })
			late := time.Now().Add(2 * kept)
			until(t, "two leases have passed", func() bool { return time.Now().After(late) })
			poor := p.node(Config{Name: "poor", Slots: 1, Policy: policy, Log: r.log(t), Handlers: map[string]Handler{"h": r.handle}})
			until(t, "the tail has run", func() bool { return poor.Info().Executed == 16 })
			close(open)
			if got := outcomes(t, j); len(got) != 17 {
				t.Fatal(got)
			}
			r.once(t, 17)
			a, b := rich.Info(), poor.Info()
			if !r.stopped.Load() && (a.Fenced+b.Fenced+a.Duplicate+b.Duplicate != 0 || a.Given != 16 || (b.Stolen == 16) == policy.GiveBack) {
				t.Errorf("got %+v and %+v", a, b)
			}
		})
	}
}

// Each policy runs each task once, on nodes that differ.
func TestPolicy(t *testing.T) {
	for _, policy := range []Policy{
		{}, {Depth: NoPrefetch}, {Depth: NoPrefetch, Steal: StealNone}, {Depth: 1, Steal: StealNone},
		{Depth: 64}, {Depth: 64, Steal: StealOne}, {Depth: 64, GiveBack: true}, {Depth: 8, Steal: StealNone},
	} {
		t.Run(fmt.Sprint(policy), func(t *testing.T) {
			p, tasks := newPlace(t), expect.Size(60, 100, 300)
			var r runs
			var nodes []*Node
			for k := range 3 {
				nodes = append(nodes, p.node(Config{Name: fmt.Sprint("n", k), Slots: k + 1, Policy: policy, Log: r.log(t), Handlers: map[string]Handler{"h": func(ctx context.Context, t *Task) ([]byte, error) {
					if len(t.Payload) == 1 { // tasks 0 to 9 take longer
						time.Sleep(10 * time.Millisecond)
					}
					return r.handle(ctx, t)
				}}}))
			}
			j := p.submit(nodes[0], JobSpec{Handler: "h"}, numbers(tasks))
			if got := outcomes(t, j); len(got) != tasks {
				t.Fatal(got)
			}
			r.once(t, tasks)
			for _, n := range nodes {
				i := n.Info()
				t.Logf("%s: executed %d, asked %d, stolen %d, given %d", i.Name, i.Executed, i.Asked, i.Stolen, i.Given)
			}
		})
	}
}

// What a thief that died was sent comes back to the victim.
func TestSteal_nobodyListens(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "rich", Slots: 1, Policy: Policy{Depth: 8}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(9))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 8 })
	c := p.client(Config{})
	if err := c.b.nc.PublishRequest(stealSubject+"rich", "skua.steal.dead.loot.1", toJSON(stealRequest{Node: "dead"})); err != nil {
		t.Fatal(err)
	}
	until(t, "the tasks have gone and come back", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.victim.number == 1 && len(n.victim.handed) == 0 && n.waiting.len() == 8
	})
	close(g.open)
	if got := outcomes(t, j); len(got) != 9 || n.Info().Executed != 9 {
		t.Fatal(got, n.Info())
	}
}

// A victim that was stopped does not answer the requests that waited.
func TestSteal_stale(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "rich", Slots: 1, Policy: Policy{Depth: 8}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(9))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 8 })
	n.mu.Lock()
	n.beats.last = n.beats.last.Add(-n.b.lease())
	n.mu.Unlock()
	c := p.client(Config{})
	if _, err := c.b.nc.SubscribeSync("skua.steal.thief.loot.*"); err != nil {
		t.Fatal(err)
	}
	ask := func() {
		if err := c.b.nc.PublishRequest(stealSubject+"rich", "skua.steal.thief.loot.1", toJSON(stealRequest{Node: "thief"})); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	settle(t, c, n, 1)
	n.beats.renew() // sees the gap
	ask()
	settle(t, c, n, 2)
	if i := n.Info(); i.Given != 0 || i.Queued != 8 {
		t.Fatalf("a node that was stopped answered: %+v", i)
	}
	close(g.open)
	outcomes(t, j)
}

// settle waits until n has handled what c sent before: requests counts all.
func settle(t *testing.T, c *Client, n *Node, requests int64) {
	t.Helper()
	if err := c.b.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	until(t, "the node has read all", func() bool {
		for _, s := range n.subs {
			if s.Subject == stealSubject+n.config.Name {
				waiting, _, err := s.Pending()
				delivered, err2 := s.Delivered()
				return err == nil && err2 == nil && waiting == 0 && delivered >= requests
			}
		}
		return false
	})
}

// A task goes from node to node a few times at most.
func TestSteal_hops(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "rich", Slots: 1, Policy: Policy{Depth: 8}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(3))
	<-g.begun
	until(t, "the store has two", func() bool { return n.Info().Queued == 2 })
	n.mu.Lock()
	for h := range n.held {
		h.Hops = maxHops
	}
	tasks := n.victim.choose(stealRequest{Room: 1}, time.Now())
	n.mu.Unlock()
	if len(tasks) != 0 {
		t.Errorf("a task with %d hops was handed over", maxHops)
	}
	close(g.open)
	outcomes(t, j)
}

func TestPolicy_depth(t *testing.T) {
	for _, c := range []struct {
		policy     Policy
		trip, task time.Duration
		want       int
	}{
		{Policy{}, time.Millisecond, 0, 1},
		{Policy{}, time.Millisecond, 10 * time.Millisecond, 2},
		{Policy{}, 10 * time.Millisecond, 10 * time.Millisecond, 3},
		{Policy{}, 12 * time.Millisecond, 10 * time.Millisecond, 4},
		{Policy{}, time.Second, time.Microsecond, 64},
		{Policy{}, 0, time.Second, 1},
		{Policy{Depth: NoPrefetch}, time.Second, time.Millisecond, 0},
		{Policy{Depth: 7}, time.Second, time.Millisecond, 7},
	} {
		if got := c.policy.depth(c.trip, c.task); got != c.want {
			t.Errorf("depth of %+v for a trip of %v and tasks of %v is %d, want %d", c.policy, c.trip, c.task, got, c.want)
		}
	}
}

func TestQueue(t *testing.T) {
	var q queue
	all := func(*held) bool { return true }
	put := func(ids ...string) {
		for _, id := range ids {
			p := Batch
			if id[0] == 'i' {
				p = Interactive
			}
			q.push(&held{lease: &lease{envelope: envelope{ID: id, Priority: p}}})
		}
	}
	ids := func(l []*held) (out []string) {
		for _, h := range l {
			out = append(out, h.ID)
		}
		return out
	}
	put("b1", "b2", "i1", "b3", "i2", "b4", "i3")
	equal(t, ids(q.steal(3, all)), []string{"i3", "i2", "b4"})
	equal(t, ids(q.steal(1, func(h *held) bool { return h.ID == "b2" })), []string{"b2"})
	put("i4")
	if got := q.position(q.of[Batch][1]); got != 3 {
		t.Errorf("position %d, want 3", got)
	}
	var order []string
	for h := q.pop(false); h != nil; h = q.pop(false) {
		order = append(order, h.ID)
	}
	equal(t, order, []string{"i1", "i4", "b1", "b3"})
	if q.len() != 0 {
		t.Errorf("%d are left", q.len())
	}
}

// A stream of urgent tasks leaves each eighth turn to another one, but not while that many run.
func TestQueue_due(t *testing.T) {
	n := &Node{Client: &Client{config: Config{Slots: 2 * share}}, held: make(map[*held]struct{})}
	for i := range 60 {
		p := Batch
		if i < 50 {
			p = Interactive
		}
		n.waiting.push(&held{lease: &lease{envelope: envelope{Priority: p}}})
	}
	var at []int
	for k := range 50 {
		if h := n.waiting.pop(n.due()); h.Priority == Batch {
			at, h.phase = append(at, k), isRunning
			n.held[h] = struct{}{}
		}
		if k == 40 {
			clear(n.held) // both have ended
		}
	}
	if !slices.Equal(at, []int{7, 15, 41, 49}) {
		t.Errorf("the tasks of Batch were numbers %v, want 7, 15, and two more after these have ended", at)
	}
}

func TestAsk(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "n", Slots: 1, Policy: Policy{Depth: 4}, Handlers: g.handlers(), Log: logger(t)})
	p.submit(n, JobSpec{Handler: "gate", ID: "batch"}, numbers(5))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 4 })
	c := p.client(Config{})
	for id, want := range map[string]holding{"0": {State: "running", Attempt: 1}, "3": {State: "queued", Position: 2}} {
		m, err := c.b.nc.Request(askSubject, toJSON(question{"batch", id}), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		var got holding
		if err := json.Unmarshal(m.Data, &got); err != nil {
			t.Fatal(err)
		}
		if got.Node != "n" || got.State != want.State || got.Position != want.Position || got.Attempt != want.Attempt || got.Of != 4 {
			t.Errorf("task %s: got %+v, want %+v", id, got, want)
		}
	}
	close(g.open)
}

// A guest that rests gives back its tail and takes no more, until it resumes.
func TestRest(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "guest", Slots: 1, Policy: Policy{Depth: 4}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(9))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 4 })
	n.rest("the owner is back")
	if i := n.Info(); i.Queued != 0 || i.State != "the owner is back" || i.Running != 1 {
		t.Fatalf("got %+v", i)
	}
	other := p.node(Config{Name: "other", Slots: 1, Handlers: map[string]Handler{"gate": echo}, Log: logger(t)})
	until(t, "the other node has run them", func() bool { return other.Info().Executed == 8 })
	until(t, "the other node sees why", func() bool {
		other.mu.Lock()
		defer other.mu.Unlock()
		return other.peers["guest"].State == "the owner is back"
	})
	close(g.open)
	if got := outcomes(t, j); len(got) != 9 {
		t.Fatal(got)
	}
	if err := other.Drain(testContext(t)); err != nil {
		t.Fatal(err)
	}
	n.resume()
	if got := outcomes(t, p.submit(n, JobSpec{Handler: "gate"}, numbers(3))); len(got) != 3 {
		t.Fatal(got)
	}
}

// Drain hands over what has not started, with its leases.
func TestDrain_handsOver(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "leaves", Slots: 1, Policy: Policy{Depth: 4}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(5))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 4 })
	h := newGate()
	other := p.node(Config{Name: "stays", Slots: 8, Policy: Policy{Steal: StealNone}, Handlers: h.handlers(), Log: logger(t)})
	until(t, "the nodes know each other", func() bool { n.mu.Lock(); defer n.mu.Unlock(); return len(n.peers) == 1 })
	left := make(chan error)
	go func() { left <- n.Drain(testContext(t)) }()
	for range 4 {
		<-h.begun
	}
	close(g.open)
	close(h.open)
	if err := <-left; err != nil {
		t.Fatal(err)
	}
	if got := outcomes(t, j); len(got) != 5 {
		t.Fatal(got)
	}
	if i := other.Info(); i.Stolen != 4 {
		t.Errorf("%d tasks were handed over, want 4", i.Stolen)
	}
}
