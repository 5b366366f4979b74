package clusterlab

import (
	"errors"
	"net"
	"sync"
	"time"
)

// A delayer forwards TCP connections, and what goes through takes longer by a fixed
// time, in either direction. As much as the connections hold may be under way.
type delayer struct {
	listener net.Listener
	target   string
	delay    time.Duration
	all      sync.WaitGroup

	mu     sync.Mutex
	closed bool
	conns  []net.Conn
}

// delayed forwards a port of the loopback interface to target.
func delayed(target string, delay time.Duration) (*delayer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d := &delayer{listener: l, target: target, delay: delay}
	d.all.Go(d.accept)
	return d, nil
}

func (d *delayer) addr() string { return d.listener.Addr().String() }

// close ends all connections, and returns when nothing is forwarded any more.
func (d *delayer) close() error {
	err := d.listener.Close()
	d.mu.Lock()
	d.closed = true
	for _, c := range d.conns {
		err = errors.Join(err, ignoreClosed(c.Close()))
	}
	d.mu.Unlock()
	d.all.Wait()
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (d *delayer) accept() {
	for {
		in, err := d.listener.Accept()
		if err != nil {
			return // closed
		}
		out, err := net.Dial("tcp", d.target)
		if err != nil {
			in.Close()
			continue
		}
		if !d.keep(in, out) {
			return
		}
		d.forward(out, in)
		d.forward(in, out)
	}
}

// keep notes the connections for close, or closes them if that has been.
func (d *delayer) keep(conns ...net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.conns = append(d.conns, conns...)
	if d.closed {
		for _, c := range conns {
			c.Close()
		}
	}
	return !d.closed
}

// A chunk is what was read at once, and when to write it.
type chunk struct {
	data []byte
	due  time.Time
}

// forward copies from one connection to the other until either ends, and then closes
// both.
func (d *delayer) forward(to, from net.Conn) {
	under := make(chan chunk, 1024)
	stop := func() { to.Close(); from.Close() }
	d.all.Go(func() {
		defer close(under)
		for {
			data := make([]byte, 32<<10)
			n, err := from.Read(data)
			if n > 0 {
				under <- chunk{data[:n], time.Now().Add(d.delay)}
			}
			if err != nil {
				return
			}
		}
	})
	d.all.Go(func() {
		defer stop()
		for c := range under {
			time.Sleep(time.Until(c.due))
			if _, err := to.Write(c.data); err != nil {
				stop()
				for range under { // lets the reader end
				}
				return
			}
		}
	})
}
