//go:build unix

package jobserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Serve makes a pool for n jobs, n at least 1, and tells the commands that this process starts from now on
// of it, by MAKEFLAGS. With fifo they get its name, for ninja; else two descriptors, for GNU make before 4.4.
// Close takes the pool and MAKEFLAGS back.
func Serve(n int, fifo bool) (p *Pool, err error) {
	dir, err := os.MkdirTemp("", "skua-jobserver-")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "fifo")
	before, had := os.LookupEnv("MAKEFLAGS")
	var given []int
	unserve := func() {
		for _, fd := range given {
			syscall.Close(fd)
		}
		if had {
			os.Setenv("MAKEFLAGS", before)
		} else {
			os.Unsetenv("MAKEFLAGS")
		}
		os.RemoveAll(dir)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		os.RemoveAll(dir)
		return nil, &os.PathError{Op: "mkfifo", Path: path, Err: err}
	}
	if p, err = open(path, path); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	p.size, p.unserved = n-1, unserve
	p.fill()
	auth := "fifo:" + path
	if !fifo {
		given, err = inherited(path)
		if err == nil {
			auth = fmt.Sprintf("%d,%d", given[0], given[1])
			err = os.RemoveAll(dir) // nobody needs the name
		}
	}
	if err == nil {
		err = os.Setenv("MAKEFLAGS", withServer(before, n, auth))
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// inherited opens the two ends of a pipe for commands, which wait when they read and inherit them by their
// numbers.
func inherited(path string) (fds []int, err error) {
	for _, flag := range []int{syscall.O_RDONLY, syscall.O_WRONLY} {
		fd, err := syscall.Open(path, flag, 0)
		if err != nil {
			return fds, &os.PathError{Op: "open", Path: path, Err: err}
		}
		fds = append(fds, fd)
	}
	return fds, nil
}
