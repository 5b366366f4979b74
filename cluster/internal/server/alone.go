package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
)

// alone is the deployment of one process.
type alone struct {
	host *embedded
}

func openAlone(ctx context.Context, dir string, o Options) (*Server, error) {
	host, err := embedAlone(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	a := &alone{host}
	nc, err := connectLocal(ctx, a, o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cluster: connect to the server of this process: %w", err), host.stop())
	}
	return &Server{nc: nc, place: a}, nil
}

func embedAlone(ctx context.Context, dir string, o Options) (*embedded, error) {
	if dir == "" {
		// The server wants a directory even if all its streams are in memory.
		scratch, err := os.MkdirTemp("", "skua-*")
		if err != nil {
			return nil, fmt.Errorf("cluster: scratch directory: %w", err)
		}
		return embed(ctx, scratch, false, false, o, func() error { return os.RemoveAll(scratch) })
	}
	dir, err := useDir(dir)
	if err != nil {
		return nil, err
	}
	l, err := tryLock(dir, Alone)
	if err == errLocked {
		kind, who := holder(dir)
		return nil, fmt.Errorf("cluster: directory %s is in use (%s by %s); "+
			"alone it has one process at a time, several processes share it as %q", dir, kind, who, dir)
	}
	if err != nil {
		return nil, err
	}
	if err := probe(dir); err != nil {
		return nil, errors.Join(err, l.free())
	}
	return embed(ctx, dir, false, true, o, l.free)
}

func (a *alone) find(context.Context) (net.Conn, address, error) {
	conn, err := a.host.dial()
	return conn, a.host.auth, err
}

func (a *alone) hosts() bool { return true }
func (a *alone) settle()     {}
func (a *alone) stop() error { return a.host.stop() }
