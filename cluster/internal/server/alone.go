package server

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// openAlone hosts in dir, or in memory if dir is "". Nobody is waited for: two
// processes that want a directory alone are a mistake.
func openAlone(ctx context.Context, dir string, o Options) (*Server, error) {
	if dir != "" {
		var err error
		if dir, err = useDir(dir); err != nil {
			return nil, err
		}
	}
	l := newLocal(Alone, dir, o)
	err := l.tryHost(ctx)
	if err == errLocked {
		kind, who := holder(dir)
		return nil, fmt.Errorf("cluster: directory %s is in use (%s by %s); "+
			"alone it has one process at a time, several processes share it as %q", dir, kind, who, dir)
	}
	if err != nil {
		return nil, err
	}
	nc, err := connectLocal(ctx, l, o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cluster: connect to the server of this process: %w", err), l.stop())
	}
	return l.serve(nc), nil
}

// hostScratch hosts in memory. The server wants a directory even if all its streams
// are in memory.
func (l *local) hostScratch(ctx context.Context) error {
	scratch, err := os.MkdirTemp("", "skua-*")
	if err != nil {
		return fmt.Errorf("cluster: scratch directory: %w", err)
	}
	host, err := embed(ctx, scratch, false, false, l.o, func() error { return os.RemoveAll(scratch) })
	if err != nil {
		return err
	}
	l.host.Store(host)
	return nil
}
