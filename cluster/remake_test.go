package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A link to a server can be cut.
type link struct {
	*place
	mu   sync.Mutex
	away bool
	conn net.Conn
}

func (l *link) InProcessConn() (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.away {
		return nil, errors.New("the link is cut")
	}
	conn, err := l.place.InProcessConn()
	l.conn = conn
	return conn, err
}

// cut ends the connection, and lets no other begin until mend.
func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.away = true
	_ = l.conn.Close()
}

func (l *link) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.away = false
}

// link makes a client behind a link.
func (p *place) link(c Config) (*link, *Client) {
	p.t.Helper()
	l := &link{place: p}
	nc, err := nats.Connect("", nats.InProcessServer(l), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(nc.Close)
	if c, err = c.complete(); err != nil {
		p.t.Fatal(err)
	}
	b, err := openBroker(testContext(p.t), nc, c, false)
	if err != nil {
		p.t.Fatal(err)
	}
	return l, &Client{b: b, config: c}
}

// begin begins calls, and one Do whose answer comes from the channel.
func begin(t *testing.T, c *Client) (*Calls, chan string) {
	t.Helper()
	calls, err := c.Calls(minute(t), JobSpec{Handler: "gate"})
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan string, 1)
	go func() {
		r, err := calls.Do(minute(t), []byte("7"))
		answer <- fmt.Sprint(string(r.Data), err)
	}()
	until(t, "the task is stored", func() bool {
		there, err := c.waiting(minute(t), calls.record)
		return err == nil && there["0"]
	})
	return calls, answer
}

// bounded changes the bounds of the clients that the test makes.
func bounded(t *testing.T, change func(*bounds)) {
	before := standard
	change(&standard)
	t.Cleanup(func() { standard = before })
}

// Calls whose process is away for as long as others bear find their job, although another process begins.
func TestCalls_away(t *testing.T) {
	p := newPlace(t)
	link, away := p.link(Config{})
	calls, answer := begin(t, away)
	link.cut()
	c := p.client(Config{})
	other, err := c.Calls(minute(t), JobSpec{Handler: "gate"})
	if err != nil {
		t.Fatal(err)
	}
	c.sweep(minute(t), other.ID)
	if r, _, err := c.jobRecord(minute(t), calls.ID); err != nil || r.Forgotten || r.cancelled() {
		t.Errorf("the job of a process that was cut off for a moment: %+v, %v", r, err)
	}
	link.mend()
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"gate": echo}})
	if got := <-answer; got != "7<nil>" {
		t.Error(got)
	}
	if err := errors.Join(calls.Close(), other.Close()); err != nil {
		t.Error(err)
	}
}

// Calls whose job another process has removed make it again, and the task that waited runs.
func TestCalls_remade(t *testing.T) {
	bounded(t, func(b *bounds) { b.caller = time.Nanosecond })
	p := newPlace(t)
	g := newGate()
	p.node(Config{Slots: 1, Log: logger(t), Handlers: g.handlers()})
	link, away := p.link(Config{})
	calls, answer := begin(t, away)
	<-g.begun
	link.cut()
	c := p.client(Config{})
	until(t, "the job is removed", func() bool {
		other, err := c.Calls(minute(t), JobSpec{Handler: "gate"})
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		c.sweep(minute(t), other.ID)
		_, _, err = c.jobRecord(minute(t), calls.ID)
		return errors.Is(err, ErrUnknownJob)
	})
	close(g.open)
	link.mend()
	if got := <-answer; got != "7<nil>" {
		t.Error(got)
	}
	if r, err := calls.Do(minute(t), []byte("8")); err != nil || string(r.Data) != "8" {
		t.Errorf("the next call: %q, %v", r.Data, err)
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
}

// The same if the server has come back with nothing.
func TestCalls_replaced(t *testing.T) {
	p := newPlace(t)
	g := newGate()
	p.node(Config{Slots: 1, Log: logger(t), Handlers: g.handlers()})
	calls, answer := begin(t, p.client(Config{}))
	<-g.begun
	p.lose()
	close(g.open)
	if got := <-answer; got != "7<nil>" {
		t.Error(got)
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
}

// A task that the store has lost is stored again; one whose outcome the caller has missed is told.
func TestCalls_lost(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	calls, answer := begin(t, c)
	m, err := c.b.tasks.GetMsg(minute(t), 1)
	if err == nil {
		err = c.b.tasks.DeleteMsg(minute(t), m.Sequence)
	}
	if err == nil {
		err = calls.look()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"gate": echo}})
	if got := <-answer; got != "7<nil>" {
		t.Error(got)
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
}

// A job that was forgotten on purpose is not made again.
func TestCalls_forgotten(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	calls, answer := begin(t, c)
	if err := c.Forget(minute(t), calls.ID); err != nil {
		t.Fatal(err)
	}
	<-answer
	if _, err := calls.Do(context.Background(), nil); !errors.Is(err, ErrUnknownJob) {
		t.Errorf("Do returned %v, want ErrUnknownJob", err)
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
	if _, err := ask(minute(t), func(ctx context.Context) (jetstream.KeyValueEntry, error) { return c.b.jobs.Get(ctx, jobKey+calls.ID) }); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Errorf("the job's record: %v", err)
	}
}
