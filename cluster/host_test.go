package cluster

import (
	"context"
	"testing"
	"time"
)

// forHost makes all tasks of a job rather run on a host.
func forHost(host string) func(int, []byte) string {
	return func(int, []byte) string { return host }
}

// A node takes the tasks of its own host before those of the shared queue.
func TestHost_ownFirst(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	p.submit(c, JobSpec{Handler: "h", ID: "urgent", Priority: Interactive}, numbers(1)) // else the node waits for one
	shared := p.submit(c, JobSpec{Handler: "h", ID: "shared"}, numbers(150))
	own := p.submit(c, JobSpec{Handler: "h", ID: "own", Host: forHost("a.example")}, numbers(150))
	order := make(chan string, 301)
	p.node(Config{Slots: 1, host: "a.example", patience: time.Minute, Policy: Policy{Affinity: true, Depth: NoPrefetch}, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		order <- t.Job
		return nil, nil
	}}})
	outcomes(t, own)
	outcomes(t, shared)
	late := 0
	for k := range 301 {
		if job := <-order; job == "own" && k >= 151 {
			late++
		}
	}
	t.Logf("%d tasks of 150 of the host ran after others", late)
	if late > 30 { // many do without an order
		t.Errorf("%d tasks of 150 of the host waited for others", late)
	}
}

// What overflows on a host is stolen by others, and runs once.
func TestHost_overflow(t *testing.T) {
	p := newPlace(t)
	var r runs
	g := newGate()
	n := p.node(Config{Name: "at-home", Slots: 1, host: "a", Policy: Policy{Affinity: true, Depth: 1, Steal: StealNone}, Log: r.log(t), Handlers: map[string]Handler{"h": func(ctx context.Context, t *Task) ([]byte, error) {
		if _, err := g.handle(ctx, t); err != nil {
			return nil, err
		}
		return r.handle(ctx, t)
	}}})
	other := p.node(Config{Name: "away", Slots: 1, host: "b", Policy: Policy{Affinity: true, Steal: StealNone}, Log: r.log(t), Handlers: map[string]Handler{"h": r.handle}})
	j := p.submit(n, JobSpec{Handler: "h", Host: forHost("a")}, numbers(20))
	<-g.begun
	until(t, "the other host has the overflow", func() bool { return other.Info().Executed >= 15 })
	close(g.open)
	if got := outcomes(t, j); len(got) != 20 {
		t.Fatal(got)
	}
	r.once(t, 20)
	if i := n.Info(); i.Executed == 0 {
		t.Errorf("got %+v", i)
	}
}

// Tasks of a host where nobody is run elsewhere, with affinity and without, also those
// that a node held that died there.
func TestHost_dead(t *testing.T) {
	for _, affinity := range []bool{true, false} {
		p := newPlace(t)
		g := newGate()
		gone := p.node(Config{Name: "dies", Slots: 1, Lease: brief, host: "gone", Policy: Policy{Affinity: true, Depth: 4}, Log: logger(t), Handlers: g.handlers()})
		j := p.submit(gone, JobSpec{Handler: "gate", Host: forHost("gone")}, numbers(20))
		<-g.begun
		until(t, "the store is full", func() bool { return gone.Info().Queued == 4 })
		gone.mu.Lock()
		gone.beats.stall = func() bool { return true }
		gone.leaving = true
		gone.mu.Unlock()
		gone.announcer.quit() // it is silent
		<-gone.announcer.silent
		if err := gone.b.retire(testContext(t), "dies"); err != nil {
			t.Fatal(err)
		}
		p.node(Config{Slots: 1, host: "here", Policy: Policy{Affinity: affinity}, Log: logger(t), Handlers: map[string]Handler{"gate": echo}})
		if got := outcomes(t, j); len(got) != 20 || got[0] != "0" || got[19] != "19" {
			t.Fatal(got)
		}
	}
}

func TestHost_class(t *testing.T) {
	for host, want := range map[string]string{"a": "h-a", "a.b c": "h-a-b-c", "": "b-x"} {
		if got := (envelope{Handler: "x", Host: host}).class(); got != want {
			t.Errorf("the class of host %q is %q, want %q", host, got, want)
		}
	}
	if got := (envelope{Handler: "x", Host: "a", Priority: Interactive}).class(); got != "i-x" {
		t.Errorf("an urgent task waits in %q", got)
	}
}
