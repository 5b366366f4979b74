package cluster

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A forgetful server says nothing from the first request for a text until the same is asked again.
type forgetful struct {
	*place
	text []byte
	once chan struct{} // closed at the first request
	more chan struct{} // closed at the second
}

func (f *forgetful) InProcessConn() (net.Conn, error) {
	conn, err := f.place.InProcessConn()
	return &forgetfulConn{Conn: conn, of: f}, err
}

type forgetfulConn struct {
	net.Conn
	of    *forgetful
	mu    sync.Mutex
	asked int
}

func (c *forgetfulConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range bytes.Count(b, c.of.text) {
		switch c.asked++; c.asked {
		case 1:
			close(c.of.once)
		case 2:
			close(c.of.more)
		}
	}
	return c.Conn.Write(b)
}

func (c *forgetfulConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	select {
	case <-c.of.once:
		<-c.of.more
	default:
	}
	return n, err
}

// TestJoin_slow: a node that joins asks again if the server gives no answer in time.
func TestJoin_slow(t *testing.T) {
	p := newPlace(t)
	queue := "." + queueName(handlerClass(Batch, "echo")) + "." // in the subject that asks for it
	slow := &forgetful{p, []byte(queue), make(chan struct{}), make(chan struct{})}
	nc, err := nats.Connect("", nats.InProcessServer(slow))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	c, err := Config{Slots: 1, Handlers: map[string]Handler{"echo": echo}, Log: logger(t)}.complete()
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBroker(minute(t), nc, c, false)
	if err != nil {
		t.Fatal(err)
	}
	n, err := newNode(minute(t), &Client{b: b, config: c})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	}()
	select {
	case <-slow.more:
	default:
		t.Error("the server has not been asked twice")
	}
	j := p.submit(n, JobSpec{Handler: "echo"}, numbers(3))
	if got := outcomes(t, j); len(got) != 3 {
		t.Errorf("got %v, want 3 results", got)
	}
}

// TestJoin_smallMessages: a server that cannot take the largest task, or the largest dead letter, is
// refused; one that just can is enough.
func TestJoin_smallMessages(t *testing.T) {
	open := func(most int32) (*Client, error) {
		s, err := server.NewServer(&server.Options{DontListen: true, JetStream: true, StoreDir: t.TempDir(), MaxPayload: most, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("the server does not start")
		}
		c, err := Config{Slots: 1, Handlers: map[string]Handler{"echo": echo, "no": func(_ context.Context, task *Task) ([]byte, error) {
			return nil, errors.New(strings.Repeat("\x01", 2*maxReason)) // six bytes each in JSON
		}}}.complete()
		if err != nil {
			t.Fatal(err)
		}
		b, err := openBroker(minute(t), connect(t, s), c, false)
		return &Client{b: b, config: c}, err
	}
	if _, err := open(leastMessage - 1); err == nil || !strings.Contains(err.Error(), "want at least 327680 (max_payload") {
		t.Errorf("a server whose messages are too small: %v", err)
	}
	c, err := open(leastMessage)
	if err != nil {
		t.Fatal(err)
	}
	testNode(t, c)
	large := string(make([]byte, InlinePayload))
	equal(t, outcomes(t, mustSubmitTexts(t, c, "echo", large, large+"x")), []string{large, large + "x"})
	if got := outcomes(t, mustSubmitTexts(t, c, "no", large)); len(got) != 1 || !strings.Contains(got[0], "\x01… (16384 bytes)") {
		t.Errorf("the largest dead letter: %d outcomes", len(got))
	}
}

func mustSubmitTexts(t *testing.T, c *Client, handler string, s ...string) *Job {
	t.Helper()
	j, err := c.Submit(minute(t), JobSpec{Handler: handler, Attempts: 1}, texts(s...))
	if err != nil {
		t.Fatal(err)
	}
	return j
}
