package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Options are the settings of Open. The zero value is ready.
type Options struct {
	Name  string // name of the connection, which the server shows; "" is "skua"
	Creds string // path of a .creds file (External)

	// CA, Cert and Key are paths of PEM files: the signer of the server's certificate, and
	// this client's own certificate and key (External). CA alone asks for TLS.
	CA, Cert, Key string

	Existing bool // Open returns ErrNone where no cluster was founded, and makes no directory

	Log      io.Writer // where an embedded server writes its messages; nil: nowhere
	MaxStore int64     // bytes an embedded server may store; 0: three quarters of what the disk has
}

// Server is a way to the cluster's server, which may be in this process. Its methods
// are safe for concurrent use.
type Server struct {
	nc    *nats.Conn
	place place
	once  sync.Once
	err   error
}

// place is what differs between the deployments.
type place interface {
	hosts() bool // whether this process hosts the server
	settle()     // from its return on, hosts does not change
	stop() error // frees what is left when the connection is closed
}

// ErrNone says that no cluster was founded at a place.
var ErrNone = errors.New("cluster: there is no cluster")

// Open finds the server at w, or starts it, and connects to it. Open blocks until the
// server answers, ctx ends, or it is clear that the server cannot be reached: wrong
// credentials, a directory in use, a full disk and the like are errors at once or
// within seconds. Only another process that is starting, or that is stopped while it
// hosts, is waited for until ctx ends. If ctx ends while the server of this process is
// starting, Open returns, and the server is shut down behind it as soon as it has
// started. ctx does not bound the life of the Server.
func Open(ctx context.Context, w Where, o Options) (*Server, error) {
	if o.Name == "" {
		o.Name = "skua"
	}
	if o.MaxStore < 0 {
		return nil, fmt.Errorf("cluster: MaxStore is %d; want a number of bytes, or 0 for what the disk has", o.MaxStore)
	}
	if o.Log != nil {
		o.Log = &lines{w: o.Log}
	}
	if o.Existing && w.Kind != External {
		if _, err := os.Stat(filepath.Join(w.Dir, "jetstream")); w.Dir == "" || errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w at %q: no program has stored tasks there", ErrNone, w)
		}
	}
	switch w.Kind {
	case Alone:
		return openAlone(ctx, w.Dir, o)
	case Shared:
		return openShared(ctx, w.Dir, o)
	case External:
		return openExternal(ctx, w.URL, o)
	}
	return nil, fmt.Errorf("cluster: unknown %v; want Alone, Shared or External", w.Kind)
}

// Conn returns the one connection. It reconnects for ever; in the Shared deployment
// it follows the server to another process. What is published meanwhile is sent when the
// server is back. A request that was under way when the server went is never answered:
// give each request a context that ends. The caller must not close the connection.
func (s *Server) Conn() *nats.Conn { return s.nc }

// Hosts reports whether this process hosts the server at this moment. Never blocks.
func (s *Server) Hosts() bool { return s.place.hosts() }

// drainTimeout bounds how long Close waits for handlers of subscriptions: they may
// be stuck, and the directory must become free for other processes.
const drainTimeout = 5 * time.Second

// Close drains the connection, then shuts the server down if this process hosts it,
// and frees its directory; of the other processes that share the directory one takes
// over. Handlers of subscriptions still get what has arrived, for up to five seconds.
// Later calls return what the first one returned.
func (s *Server) Close() error {
	s.once.Do(func() {
		s.place.settle()
		drain(s.nc)
		step("drained")
		s.err = s.place.stop()
	})
	return s.err
}

// drain closes nc after its subscriptions have handled what has arrived.
func drain(nc *nats.Conn) {
	closed := nc.StatusChanged(nats.CLOSED)
	// A connection that is looking for its server is closed by Drain at once.
	if nc.Drain() == nil {
		select {
		case <-closed:
		case <-time.After(drainTimeout + time.Second):
		}
	}
	nc.Close()
	nc.RemoveStatusListener(closed)
}
