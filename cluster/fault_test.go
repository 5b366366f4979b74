package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A gate is a handler that says when it begins and waits until it is opened, or
// its context ends.
type gate struct {
	begun chan string
	open  chan struct{}
	ended chan error // causes of contexts that ended first
}

func newGate() *gate {
	return &gate{make(chan string, 1000), make(chan struct{}), make(chan error, 1000)}
}

func (g *gate) handle(ctx context.Context, t *Task) ([]byte, error) {
	g.begun <- strings.TrimPrefix(t.Job+" ", "batch ") + t.ID
	select {
	case <-g.open:
		return t.Payload, nil
	case <-ctx.Done():
		g.ended <- context.Cause(ctx)
		return nil, context.Cause(ctx)
	}
}

func (g *gate) handlers() map[string]Handler { return map[string]Handler{"gate": g.handle} }

// A lease that is shorter than its task is renewed: nothing runs twice.
func TestLease_renewed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Slots: 1, Lease: kept, Handlers: g.handlers(), Log: logger(t)})
	other := p.node(Config{Slots: 1, Lease: kept, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(6))
	<-g.begun
	<-g.begun
	begun := time.Now()
	until(t, "three leases have passed", func() bool { return time.Since(begun) > 3*kept })
	close(g.open)
	if got := outcomes(t, j); len(got) != 6 {
		t.Fatal(got)
	}
	if a, b := n.Info(), other.Info(); a.Executed+b.Executed != 6 || a.Fenced+b.Fenced != 0 {
		t.Fatalf("want 6 executions and none fenced, got %+v and %+v", a, b)
	}
}

// A node whose heartbeat stalls is fenced: its handlers are told, what waits is
// dropped, nothing is given back late, another node runs all, and each task has one
// result.
func TestFence(t *testing.T) {
	p := newPlace(t)
	p.client(Config{Lease: brief})
	saw := p.observe()
	slow, fast := newGate(), newGate()
	close(fast.open)
	n := p.node(Config{Name: "slow", Slots: 1, Lease: brief, Policy: Policy{Depth: 2, Steal: StealNone}, Handlers: slow.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(3))
	<-slow.begun
	until(t, "the node has two tasks in store", func() bool { return n.Info().Queued == 2 })
	n.mu.Lock()
	n.beats.stall = func() bool { return true }
	n.leaving = true // it must not get its tasks again
	n.mu.Unlock()
	other := p.node(Config{Name: "fast", Slots: 1, Policy: Policy{Steal: StealNone}, Handlers: fast.handlers(), Log: logger(t)})
	if err := <-slow.ended; !errors.Is(err, ErrFenced) {
		t.Fatalf("the handler's context ended with %v, want ErrFenced", err)
	}
	equal(t, outcomes(t, j), []string{"0", "1", "2"})
	until(t, "the node holds nothing", func() bool { n.mu.Lock(); defer n.mu.Unlock(); return len(n.held) == 0 })
	if a, b := n.Info(), other.Info(); a.Fenced != 3 || a.Failed != 0 || b.Executed != 3 {
		t.Fatalf("got %+v and %+v", a, b)
	}
	for _, s := range saw() {
		if strings.HasPrefix(s.body, "-NAK") {
			t.Errorf("a task was given back: %v", s)
		}
	}
}

// A sight is a message that an observer saw.
type sight struct{ subject, body string }

// observe notes all that nodes send about tasks from now on; the function that it
// returns has it all, in order. The subscriptions share a channel, so the order is that in
// which the connection reads the messages.
func (p *place) observe() func() []sight {
	var all []sight
	nc := p.client(Config{}).b.nc
	came := make(chan *nats.Msg, 10_000)
	for _, subject := range []string{"skua.t.>", "skua.r.>", "skua.d.>", "$JS.ACK." + tasksStream + ".>"} {
		if _, err := nc.ChanSubscribe(subject, came); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := nc.Flush(); err != nil {
		p.t.Fatal(err)
	}
	return func() []sight {
		if err := nc.Flush(); err != nil {
			p.t.Fatal(err)
		}
		for len(came) > 0 {
			m := <-came
			all = append(all, sight{m.Subject, string(m.Data)})
		}
		return slices.Clone(all)
	}
}

// What a task spawned is stored before its result, the result before the task
// leaves the queue, and the dead letter before the failure.
func TestFinish_order(t *testing.T) {
	p := newPlace(t)
	saw := p.observe()
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{
		"parent": func(_ context.Context, t *Task) ([]byte, error) { _, err := t.Spawn("child", nil); return nil, err },
		"child":  func(context.Context, *Task) ([]byte, error) { return nil, errors.New("no") },
	}})
	j := p.submit(n, JobSpec{Handler: "parent", ID: "job", Attempts: 1}, texts(""))
	outcomes(t, j)
	var order []string
	until(t, "both have left the queue", func() bool {
		order = nil
		for _, s := range saw() {
			if s.body == "+WPI" {
				continue
			}
			order = append(order, strings.Replace(s.subject, j.record.prefix(), "job.", 1))
			if strings.HasPrefix(s.subject, "$JS.ACK.") {
				order[len(order)-1] = s.body + " " + strings.Split(s.subject, ".")[5] // of the message in the stream
			}
		}
		return len(order) == 7
	})
	for _, want := range [][]string{{"skua.t.b-child.job.0.0", "skua.r.job.0", "+ACK 1"}, {"skua.d.job.0.0", "skua.r.job.0.0", "+ACK 2"}} {
		equal(t, slices.DeleteFunc(slices.Clone(order), func(s string) bool { return !slices.Contains(want, s) }), want)
	}
}

// A confirmation that is handled past the deadline does not bring the lease back: the
// server may have delivered the task to another node between.
func TestFence_lateConfirmation(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	defer close(g.open)
	n := p.node(Config{Slots: 1, Handlers: g.handlers(), Log: logger(t)})
	p.submit(n, JobSpec{Handler: "gate"}, numbers(1))
	<-g.begun
	n.mu.Lock()
	now := time.Now()
	var h *held
	for h = range n.held {
		h.deadline = now.Add(-time.Millisecond) // as if this process had been stopped
	}
	n.beats.sent["late"] = renewal{now.Add(-n.b.lease() / 2), []*held{h}}
	n.mu.Unlock()
	n.beats.confirmed(&nats.Msg{Subject: n.beats.inbox + ".late"})
	n.mu.Lock()
	revived := h.deadline.After(now)
	n.mu.Unlock()
	if revived {
		t.Fatal("a lease that had ended was renewed")
	}
	n.beats.fence()
	if err := <-g.ended; !errors.Is(err, ErrFenced) {
		t.Errorf("the handler's context ended with %v, want ErrFenced", err)
	}
}

// A stopped handler that returns after its fence races on the record, and loses.
func TestFence_late(t *testing.T) {
	p := newPlace(t)
	open := make(chan struct{})
	begun := make(chan struct{})
	late := func(context.Context, *Task) ([]byte, error) { close(begun); <-open; return []byte("late"), nil }
	n := p.node(Config{Name: "slow", Slots: 1, Lease: brief, Handlers: map[string]Handler{"h": late}, Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "h"}, numbers(1))
	<-begun
	n.mu.Lock()
	n.beats.stall = func() bool { return true }
	n.mu.Unlock()
	p.node(Config{Name: "fast", Slots: 1, Handlers: map[string]Handler{"h": echo}, Log: logger(t)})
	equal(t, outcomes(t, j), []string{"0"})
	close(open)
	until(t, "the late result is refused", func() bool { return n.Info().Duplicate == 1 })
	equal(t, outcomes(t, j), []string{"0"})
}

// A cancelled job ends: what runs is told, what waits is dropped.
func TestNode_cancel(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Slots: 1, Policy: Policy{Depth: 4}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(20))
	<-g.begun
	if err := j.Cancel(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if err := <-g.ended; !errors.Is(err, ErrCancelled) {
		t.Fatalf("the handler's context ended with %v, want ErrCancelled", err)
	}
	until(t, "nothing is held", func() bool { n.mu.Lock(); defer n.mu.Unlock(); return len(n.held) == 0 })
	if i := n.Info(); i.Executed != 1 || i.Failed != 0 {
		t.Fatalf("got %+v", i)
	}
	until(t, "the queue is empty", func() bool {
		i, err := n.b.tasks.Info(testContext(t))
		return err == nil && i.State.Msgs == 0
	})
}

// Drain gives back what has not started, at once, and waits for what runs.
func TestNode_drain(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Name: "leaves", Slots: 1, Lease: time.Hour, Policy: Policy{Depth: 4}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate"}, numbers(5))
	<-g.begun
	until(t, "the node has four tasks in store", func() bool { return n.Info().Queued == 4 })
	short, cancel := context.WithCancelCause(testContext(t))
	drained := make(chan error, 1)
	go func() { drained <- n.Drain(short) }()
	until(t, "the node has given its tail back", func() bool { return n.Info().Given == 4 })
	cancel(errSlow)
	if err := <-drained; !errors.Is(err, errSlow) {
		t.Fatalf("Drain with a running task returned %v", err)
	}
	if i := n.Info(); i.Queued != 0 || i.Running != 1 || i.State != draining {
		t.Fatalf("got %+v", i)
	}
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"gate": echo}, Log: logger(t)})
	until(t, "the others are done, which were not left to their leases", func() bool {
		p, err := j.Progress(testContext(t))
		return err == nil && p.Done == 4
	})
	close(g.open)
	if err := n.Drain(testContext(t)); err != nil {
		t.Fatal(err)
	}
	equal(t, outcomes(t, j), []string{"0", "1", "2", "3", "4"})
	nodes, err := n.Nodes(testContext(t))
	if err != nil || len(nodes) != 1 {
		t.Fatalf("got nodes %v, %v; want the other one", nodes, err)
	}
}

// Close cancels what does not end in time; the task is not a failed one.
func TestClose_bound(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Slots: 1, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(p.client(Config{}), JobSpec{Handler: "gate", Attempts: 1}, numbers(1))
	<-g.begun
	n.closed.Do(func() { n.failure = n.shut(50*time.Millisecond, closeBound) })
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-g.ended; !errors.Is(err, ErrClosed) {
		t.Fatalf("the handler's context ended with %v, want ErrClosed", err)
	}
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"gate": echo}, Log: logger(t)})
	equal(t, outcomes(t, j), []string{"0"})
}

// A handler that ignores its context does not hang Close.
func TestClose_stuck(t *testing.T) {
	p := newPlace(t)
	open, begun := make(chan struct{}), make(chan struct{})
	n := p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": func(context.Context, *Task) ([]byte, error) { close(begun); <-open; return nil, nil }}})
	p.submit(p.client(Config{}), JobSpec{Handler: "h"}, numbers(1))
	<-begun
	err := n.shut(50*time.Millisecond, 50*time.Millisecond)
	n.closed.Do(func() {})
	if err == nil || !strings.Contains(err.Error(), "1 handlers do not return") {
		t.Errorf("got %v", err)
	}
	close(open)
}

// Nodes leave no goroutine behind.
func TestClose_goroutines(t *testing.T) {
	p := newPlace(t)
	pool := newPool(t, 2)
	round := func() {
		c := p.client(Config{})
		n, err := newNode(context.Background(), p.client(Config{Slots: 2, Pool: pool, Handlers: map[string]Handler{"echo": echo}}))
		if err != nil {
			t.Fatal(err)
		}
		j := p.submit(c, JobSpec{Handler: "echo"}, numbers(20))
		if got := outcomes(t, j); len(got) != 20 {
			t.Fatal(got)
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		n.b.nc.Close()
		c.b.nc.Close()
	}
	round()
	before := ours()
	for range 5 {
		round()
	}
	until(t, fmt.Sprintf("no more than %d goroutines are left", before), func() bool { return ours() <= before })
}

// ours counts the goroutines of this package and of its connections; the
// server has some that take their time.
func ours() (n int) {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for s := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(s, "skua/cluster.") || strings.Contains(s, "nats-io/nats.go") {
			n++
		}
	}
	return n
}

// A task that kills its node each time is buried after its attempts and one more.
func TestPoison(t *testing.T) {
	p := newPlace(t)
	var starts atomic.Int32
	for k := range 3 { // nodes that die in the task: they stop to answer for it
		begun, open := make(chan struct{}), make(chan struct{})
		var once sync.Once
		n := p.node(Config{Name: fmt.Sprint("dies-", k), Slots: 1, Lease: brief, Log: logger(t), Handlers: map[string]Handler{"h": func(context.Context, *Task) ([]byte, error) {
			starts.Add(1)
			once.Do(func() { close(begun) })
			<-open
			return nil, context.Canceled
		}}})
		if k == 0 {
			p.submit(p.client(Config{}), JobSpec{Handler: "h", ID: "poison", Attempts: 2}, numbers(1))
		}
		<-begun
		n.mu.Lock()
		n.beats.stall = func() bool { return true }
		n.mu.Unlock()
		n.rest("dead")
		t.Cleanup(func() { close(open) })
	}
	p.node(Config{Name: "buries", Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	j, err := p.client(Config{}).Job(testContext(t), "poison")
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes(t, j); len(got) != 1 || !strings.Contains(got[0], "died") || starts.Load() != 3 {
		t.Fatalf("got %v after %d starts, want a dead letter after 3", got, starts.Load())
	}
}

// A node never gets tasks whose handler it does not have, and they wait for one that
// has it.
func TestUnknownHandler(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	early := p.submit(c, JobSpec{Handler: "echo"}, numbers(30))
	other := p.node(Config{Name: "has-not", Slots: 4, Log: logger(t), Handlers: map[string]Handler{"other": echo}})
	x, err := c.Explain(testContext(t), early.ID, "0")
	if err != nil || x.State != StateNoHandler {
		t.Errorf("explained as %+v, %v", x, err)
	}
	p.node(Config{Name: "has", Slots: 1, Log: logger(t), Handlers: map[string]Handler{"echo": echo}})
	if got := outcomes(t, early); len(got) != 30 || got[29] != "29" {
		t.Errorf("got %v", got)
	}
	late := p.submit(c, JobSpec{Handler: "echo"}, numbers(30))
	if got := outcomes(t, late); len(got) != 30 || got[29] != "29" {
		t.Errorf("got %v", got)
	}
	if i := other.Info(); i.Given+i.Executed > 0 {
		t.Errorf("the node without the handler had tasks: %+v", i)
	}
}

// A task that spawns one whose handler nobody has fails: that one would wait for ever.
func TestUnknownHandler_spawned(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Log: logger(t), Handlers: map[string]Handler{"parent": func(_ context.Context, t *Task) ([]byte, error) {
		_, err := t.Spawn("lost", nil)
		return nil, err
	}}})
	got := strings.Join(outcomes(t, p.submit(n, JobSpec{Handler: "parent", Attempts: 1}, numbers(1))), " ")
	if !strings.Contains(got, `no node has the handler "lost": the nodes have parent`) {
		t.Error(got)
	}
}

// Urgent tasks go first, also past those that a node has in store.
func TestNode_priority(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	n := p.node(Config{Slots: 1, Policy: Policy{Depth: 3}, Handlers: g.handlers(), Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "gate", ID: "batch"}, numbers(8))
	<-g.begun
	until(t, "the store is full", func() bool { return n.Info().Queued == 3 })
	k := p.submit(n, JobSpec{Handler: "gate", Priority: Interactive, ID: "urgent"}, texts("a", "b"))
	until(t, "the urgent tasks are there", func() bool { return n.Info().Queued == 5 })
	close(g.open)
	outcomes(t, k)
	outcomes(t, j)
	var order []string
	for range 9 {
		order = append(order, <-g.begun)
	}
	equal(t, order[:2], []string{"urgent 0", "urgent 1"})
}

// A server that is restarted loses nothing; nodes go on by themselves.
func TestServer_restart(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Slots: 2, Lease: 2 * time.Second, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		time.Sleep(time.Millisecond) // the work
		return t.Payload, nil
	}}})
	c := p.client(Config{})
	j := p.submit(c, JobSpec{Handler: "h"}, numbers(300))
	until(t, "some are done", func() bool { return n.Info().Executed > 50 })
	p.end()
	p.start()
	if got := outcomes(t, j); len(got) != 300 {
		t.Fatalf("got %d results: %v", len(got), got[len(got)-1])
	}
	k := p.submit(c, JobSpec{Handler: "h"}, numbers(10))
	if got := outcomes(t, k); len(got) != 10 {
		t.Fatal(got)
	}
	until(t, "the node is listed", func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		nodes, err := c.Nodes(ctx)
		return err == nil && len(nodes) == 1
	})
}

// Where slots ask only when they are idle, urgent tasks still go first.
func TestNode_priorityWithoutPrefetch(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	batch := p.submit(c, JobSpec{Handler: "h", ID: "b"}, numbers(150))
	urgent := p.submit(c, JobSpec{Handler: "h", ID: "u", Priority: Interactive}, numbers(150))
	order := make(chan string, 300)
	p.node(Config{Slots: 1, patience: time.Minute, Policy: Policy{Depth: NoPrefetch, Steal: StealNone}, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		order <- t.Job
		return nil, nil
	}}})
	outcomes(t, batch)
	outcomes(t, urgent)
	late := 0
	for k := range 300 {
		if job := <-order; job == "u" && k >= 150 {
			late++
		}
	}
	t.Logf("%d urgent tasks of 150 ran after batch ones", late)
	if late > 45 { // 21 by the share of Batch; 75 do without an order
		t.Errorf("%d urgent tasks of 150 waited for batch ones", late)
	}
}

// Batch gets each eighth start, however many urgent tasks there are.
func TestNode_share(t *testing.T) {
	for _, depth := range []int{NoPrefetch, 3} {
		p := newPlace(t)
		c := p.client(Config{})
		batch := p.submit(c, JobSpec{Handler: "h", ID: "b"}, numbers(2))
		urgent := p.submit(c, JobSpec{Handler: "h", ID: "u", Priority: Interactive}, numbers(40))
		var n *Node
		joined := make(chan bool)
		order := make(chan string, 42)
		n = p.node(Config{Slots: 1, patience: time.Hour, Policy: Policy{Depth: depth}, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, task *Task) ([]byte, error) {
			<-joined
			order <- task.Job
			n.mu.Lock()
			due := n.due()
			n.mu.Unlock()
			if due {
				until(t, "the node has a task of Batch, or all have begun", func() bool {
					p, err := batch.Progress(testContext(t))
					n.mu.Lock()
					defer n.mu.Unlock()
					return len(n.waiting.of[Batch]) > 0 || err == nil && p.Done == 2
				})
			}
			return nil, nil
		}}})
		close(joined)
		outcomes(t, urgent)
		outcomes(t, batch)
		last, found := -1, 0
		for k := range 42 {
			if <-order == "b" {
				if found++; k-last > share {
					t.Errorf("depth %d: %d urgent tasks before one of Batch, want at most %d", depth, k-last-1, share-1)
				}
				last = k
			}
		}
		if found != 2 {
			t.Errorf("depth %d: %d tasks of Batch ran, want 2", depth, found)
		}
	}
}

// What comes to a node that rests goes back at once, and is not held.
func TestHold_resting(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	j := p.submit(c, JobSpec{Handler: "h"}, numbers(1))
	l := pull(t, c, Batch, 1)[0]
	saw := p.observe()
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": echo}})
	n.mu.Lock()
	n.resting = true
	h := n.hold(l)
	n.mu.Unlock()
	if h != nil {
		t.Error("a node that rests holds a new task")
	}
	until(t, "the task is given back", func() bool {
		return slices.ContainsFunc(saw(), func(s sight) bool { return s.body == "-NAK" })
	})
	n.resume()
	equal(t, outcomes(t, j), []string{"0"})
}

// A task that may have run before is not run if its result is there.
func TestNode_recordedBefore(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	e := envelope{Job: "j", ID: "0", Handler: "h", Attempts: 3, Again: true}
	if _, err := c.b.record(testContext(t), e, outcome{ID: "0"}); err != nil {
		t.Fatal(err)
	}
	pub := c.b.publisher(testContext(t))
	if err := errors.Join(pub.publish(e), pub.flush()); err != nil {
		t.Fatal(err)
	}
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": echo}})
	until(t, "the queue is empty", func() bool {
		i, err := c.b.tasks.Info(testContext(t))
		return err == nil && i.State.Msgs == 0
	})
	if i := n.Info(); i.Executed != 0 {
		t.Errorf("the task ran %d times", i.Executed)
	}
}
