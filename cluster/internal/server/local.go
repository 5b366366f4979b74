package server

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// local is the place of the deployments that host on this machine. It is a candidate,
// which becomes the host when it gets the lock of its directory. doc.go has the argument.
type local struct {
	kind Kind
	dir  string // "": in memory, and nothing to lock
	o    Options

	host atomic.Pointer[embedded] // the server, while this process hosts
	kick chan struct{}            // "the connection is gone: try the lock"
	quit context.CancelFunc       // ends the heir
	done chan struct{}            // closed when the heir has ended
}

func newLocal(kind Kind, dir string, o Options) *local {
	return &local{kind: kind, dir: dir, o: o, kick: make(chan struct{}, 1), done: make(chan struct{})}
}

// serve makes the Server of a local that is connected.
func (l *local) serve(nc *nats.Conn) *Server {
	ctx, quit := context.WithCancel(context.Background())
	l.quit = quit
	go l.heir(ctx, nc)
	return &Server{nc: nc, place: l}
}

// tryHost makes this process the host if the lock is free; errLocked if it is not. Only
// Open calls it, and then the heir.
func (l *local) tryHost(ctx context.Context) error {
	if l.dir == "" {
		return l.hostScratch(ctx)
	}
	held, err := tryLock(l.dir, l.kind)
	if err != nil {
		return err
	}
	step("locked")
	if err := probe(l.dir); err != nil {
		return errors.Join(err, held.free())
	}
	shared := l.kind == Shared
	host, err := embed(ctx, l.dir, shared, true, l.o, func() error {
		step("stopped")
		removeAddress(l.dir)
		step("unannounced")
		return held.free()
	})
	if err != nil {
		return err
	}
	step("started")
	// ORDER: the server answers before the pointer is set, because find, which loads it, may
	// dial at once; and the pointer is set before the address is written, because then
	// other processes may be served, and Hosts must not deny it.
	l.host.Store(host)
	if shared {
		if err := host.auth.write(l.dir); err != nil {
			l.host.Store(nil)
			return errors.Join(err, host.stop())
		}
	}
	step("announced")
	return nil
}

// heir tries to take over whenever the connection has been lost, and cures a server
// whose store has failed.
func (l *local) heir(ctx context.Context, nc *nats.Conn) {
	defer close(l.done)
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		var sick <-chan struct{} // nil, which never answers, unless this process hosts a store
		var tick <-chan time.Time
		host := l.host.Load()
		if host != nil && l.dir != "" {
			sick = host.log.sick
		}
		if sick != nil && l.o.MaxStore == 0 {
			tick = look.C
		}
		select {
		case <-ctx.Done():
			return
		case <-sick:
			l.cure(ctx, host, "its store has failed; it starts again when the directory has room")
			continue
		case <-tick:
			if host.cramped(l.dir) {
				l.cure(ctx, host, "its store is full, and the directory has more room now; it starts again")
			}
			continue
		case <-l.kick:
		}
		if host != nil {
			continue
		}
		// Close waits for a server that is starting, rather than leave it behind.
		switch err := l.tryHost(context.WithoutCancel(ctx)); {
		case err == nil:
			if !nc.IsConnected() {
				nc.ForceReconnect() // now, not after the next pause
			}
		case err != errLocked && ctx.Err() == nil:
			note(l.o.Log, "take over", err)
		}
	}
}

// roomPause is between two looks for room on a full disk.
const roomPause = time.Second

// lookEvery is between two looks whether a full store could have more room; arbitrary.
var lookEvery = 5 * time.Second

// cure stops a server whose store has failed, as soon as there is room: a stream that
// could not write once does not answer any more, until it is read from disk again. The
// process that gets the lock next, this one or another, starts it again, with a limit of its
// store that goes by the room that there is then.
func (l *local) cure(ctx context.Context, host *embedded, why string) {
	note(l.o.Log, "server", why)
	for probe(l.dir) != nil {
		select {
		case <-ctx.Done():
			return // Close stops it
		case <-time.After(roomPause):
		}
	}
	// ORDER: the pointer is cleared first, so that find does not dial what is stopping.
	l.host.Store(nil)
	if err := host.stop(); err != nil {
		note(l.o.Log, "server", err)
	}
	l.wake()
}

// wake makes the heir try the lock. Never blocks.
func (l *local) wake() {
	select {
	case l.kick <- struct{}{}:
	default: // the heir has not yet seen the last one
	}
}

// find runs for each attempt to connect. An attempt means that the connection is gone,
// so it wakes the heir. The address is read anew: another process may host by now.
func (l *local) find(ctx context.Context) (net.Conn, address, error) {
	if host := l.host.Load(); host != nil {
		conn, err := host.dial()
		return conn, host.auth, err
	}
	l.wake()
	if l.kind == Alone {
		return nil, address{}, errors.New("the server of this process is starting again")
	}
	auth, err := readAddress(l.dir)
	if err != nil {
		return nil, auth, err
	}
	conn, err := auth.dial(ctx)
	return conn, auth, err
}

func (l *local) hosts() bool { return l.host.Load() != nil }

// settle ends the heir, so that a process that leaves does not become the host. It
// waits for a server that is just starting.
func (l *local) settle() {
	l.quit()
	step("quitting")
	<-l.done
}

// stop shuts the server down if this process hosts it.
func (l *local) stop() error {
	if host := l.host.Load(); host != nil {
		return host.stop()
	}
	return nil
}
