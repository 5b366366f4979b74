package server

import (
	"context"
	"net"
	"sync"
)

// firstDialer dials for nats.go. While the first connection is made it keeps to ctx,
// which nats.go does not know, and remembers why dialing failed, which nats.go forgets.
type firstDialer struct {
	ctx context.Context // of the first connection; nil once that is made

	mu    sync.Mutex
	err   error
	stops []func() bool
}

func (d *firstDialer) Dial(network, address string) (net.Conn, error) {
	d.mu.Lock()
	ctx := d.ctx
	d.mu.Unlock()
	if ctx == nil {
		ctx = context.Background()
	}
	bounded, cancel := context.WithTimeout(ctx, firstTimeout)
	defer cancel()
	var nd net.Dialer
	conn, err := nd.DialContext(bounded, network, address)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		d.err = err
		return nil, err
	}
	if d.ctx != nil {
		// The greeting of the server is read without ctx: closing ends the reading.
		d.stops = append(d.stops, context.AfterFunc(ctx, func() { conn.Close() }))
	}
	return conn, nil
}

// opened ends the watch over ctx: the connections that follow are nobody's call.
func (d *firstDialer) opened() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, stop := range d.stops {
		stop()
	}
	d.ctx, d.stops = nil, nil
}

// failed returns the better reason of err, why nats.go could not connect.
func (d *firstDialer) failed(ctx context.Context, err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case d.err != nil:
		return d.err
	}
	return err
}
