package server

import (
	"context"
	"net"
	"sync"
)

// dialer dials for nats.go. While the first connection is made it keeps to a context,
// which nats.go does not know, and remembers why dialing failed, which nats.go forgets.
type dialer struct {
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	secured bool // whether dial has done what is needed for TLS

	mu    sync.Mutex
	first context.Context // bounds the first connection; nil once that is made
	err   error           // why the last Dial failed, or nil
	stops []func() bool   // end the watch of first over what was dialed
}

// Dial is called by nats.go, for each attempt.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	d.mu.Lock()
	ctx := d.first
	d.mu.Unlock()
	if ctx == nil {
		ctx = context.Background()
	}
	bounded, cancel := context.WithTimeout(ctx, firstTimeout)
	defer cancel()
	conn, err := d.dial(bounded, network, address)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
	if err == nil && d.first != nil {
		// nats.go reads the server's greeting without a context: closing ends that.
		d.stops = append(d.stops, context.AfterFunc(ctx, func() { conn.Close() }))
	}
	return conn, err
}

// SkipTLSHandshake is called by nats.go.
func (d *dialer) SkipTLSHandshake() bool { return d.secured }

// opened ends the first connection's bounds, and returns the better reason of err,
// why nats.go could not connect.
func (d *dialer) opened(err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, stop := range d.stops {
		stop()
	}
	ctx := d.first
	d.first, d.stops = nil, nil
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case d.err != nil:
		return d.err
	}
	return err
}
