package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

func openShared(ctx context.Context, dir string, o Options) (*Server, error) {
	dir, err := useDir(dir)
	if err != nil {
		return nil, err
	}
	l := newLocal(Shared, dir, o)
	nc, err := l.join(ctx)
	if err != nil {
		return nil, errors.Join(err, l.stop())
	}
	return l.serve(nc), nil
}

// joinPause is between two attempts to join while another process is starting.
const joinPause = 20 * time.Millisecond

// aloneGrace is how long a process that is to share a directory believes that the one
// which uses it alone may have left: the lock's signature may be that of its last holder.
const aloneGrace = time.Second

// join becomes the host or connects to it, whichever comes first.
func (l *local) join(ctx context.Context) (*nats.Conn, error) {
	giveUp := time.Now().Add(aloneGrace)
	for {
		err := l.tryHost(ctx)
		if err != nil && err != errLocked {
			return nil, err
		}
		nc, err := connectLocal(ctx, l, l.o)
		switch {
		case err == nil:
			return nc, nil
		case l.hosts():
			return nil, fmt.Errorf("cluster: connect to the server of this process: %w", err)
		}
		kind, who := holder(l.dir)
		if kind == Alone.String() && time.Now().After(giveUp) {
			return nil, fmt.Errorf("cluster: directory %s is used alone by %s; "+
				"to share it, open it as %q in every process", l.dir, who, l.dir)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("cluster: join at %s, whose lock was last taken by %s: %w (last attempt: %w)",
				l.dir, who, context.Cause(ctx), err)
		case <-time.After(joinPause):
		}
	}
}
