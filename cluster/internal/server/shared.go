package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// shared is one of the processes that share a directory: a candidate, which becomes
// the host when it gets the lock. doc.go has the argument.
type shared struct {
	dir  string
	o    Options
	host atomic.Pointer[embedded] // the server, once this process hosts; never goes back to nil
	kick chan struct{}            // "the connection is gone: try the lock"
	quit context.CancelFunc       // ends the heir
	done chan struct{}            // closed when the heir has ended
}

func openShared(ctx context.Context, dir string, o Options) (*Server, error) {
	dir, err := useDir(dir)
	if err != nil {
		return nil, err
	}
	s := &shared{dir: dir, o: o, kick: make(chan struct{}, 1), done: make(chan struct{})}
	nc, err := s.join(ctx)
	if err != nil {
		return nil, errors.Join(err, s.leave())
	}
	heirs, quit := context.WithCancel(context.Background())
	s.quit = quit
	go s.heir(heirs, nc)
	return &Server{nc: nc, place: s}, nil
}

// joinPause is between two attempts to join while another process is starting.
const joinPause = 20 * time.Millisecond

// aloneGrace is how long a process that is to share a directory believes that the one
// which uses it alone may have left: the lock's signature may be that of its last holder.
const aloneGrace = time.Second

// join becomes the host or connects to it, whichever comes first.
func (s *shared) join(ctx context.Context) (*nats.Conn, error) {
	giveUp := time.Now().Add(aloneGrace)
	for {
		err := s.tryHost(ctx)
		if err != nil && err != errLocked {
			return nil, err
		}
		nc, err := connectLocal(ctx, s, s.o)
		switch {
		case err == nil:
			return nc, nil
		case s.host.Load() != nil:
			return nil, fmt.Errorf("cluster: connect to the server of this process: %w", err)
		}
		kind, who := holder(s.dir)
		if kind == Alone.String() && time.Now().After(giveUp) {
			return nil, fmt.Errorf("cluster: directory %s is used alone by %s; "+
				"to share it, open it as %q in every process", s.dir, who, s.dir)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("cluster: join at %s, whose lock was last taken by %s: %w (last attempt: %w)",
				s.dir, who, context.Cause(ctx), err)
		case <-time.After(joinPause):
		}
	}
}

// tryHost makes this process the host if the lock is free; errLocked if it is not.
func (s *shared) tryHost(ctx context.Context) error {
	if s.host.Load() != nil {
		return nil
	}
	l, err := tryLock(s.dir, Shared)
	if err != nil {
		return err
	}
	step("locked")
	if err := probe(s.dir); err != nil {
		return errors.Join(err, l.free())
	}
	host, err := embed(ctx, s.dir, true, true, s.o, func() error {
		step("stopped")
		removeAddress(s.dir)
		step("unannounced")
		return l.free()
	})
	if err != nil {
		return err
	}
	step("started")
	if err := host.auth.write(s.dir); err != nil {
		return errors.Join(err, host.stop())
	}
	step("announced")
	// ORDER: the server answers before the pointer is set; find, which loads it, may
	// dial at once.
	s.host.Store(host)
	return nil
}

// heir tries to take over whenever the connection has been lost.
func (s *shared) heir(ctx context.Context, nc *nats.Conn) {
	defer close(s.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.kick:
		}
		if s.host.Load() != nil {
			continue
		}
		switch err := s.tryHost(ctx); {
		case err == nil:
			if !nc.IsConnected() {
				nc.ForceReconnect() // now, not after the next pause
			}
		case err != errLocked && ctx.Err() == nil:
			note(s.o.Log, "take over", err)
		}
	}
}

// find runs for each attempt to connect. An attempt means that the connection is gone,
// so it wakes the heir. The address is read anew: another process may host by now.
func (s *shared) find(ctx context.Context) (net.Conn, address, error) {
	if host := s.host.Load(); host != nil {
		conn, err := host.dial()
		return conn, host.auth, err
	}
	select {
	case s.kick <- struct{}{}:
	default: // the heir has not yet seen the last one
	}
	auth, err := readAddress(s.dir)
	if err != nil {
		return nil, auth, err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", auth.Addr)
	return conn, auth, err
}

func (s *shared) hosts() bool { return s.host.Load() != nil }

// settle ends the heir, so that a process that leaves does not become the host. It
// waits for a server that is just starting.
func (s *shared) settle() {
	s.quit()
	<-s.done
}

func (s *shared) stop() error { return s.leave() }

// leave shuts the server down if this process hosts it.
func (s *shared) leave() error {
	if host := s.host.Load(); host != nil {
		return host.stop()
	}
	return nil
}
