package cluster

import (
	"bytes"
	"net"
	"sync"
	"testing"

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
	server := &forgetful{p, []byte(queue), make(chan struct{}), make(chan struct{})}
	nc, err := nats.Connect("", nats.InProcessServer(server))
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
	case <-server.more:
	default:
		t.Error("the server has not been asked twice")
	}
	j := p.submit(n, JobSpec{Handler: "echo"}, numbers(3))
	if got := outcomes(t, j); len(got) != 3 {
		t.Errorf("got %v, want 3 results", got)
	}
}
