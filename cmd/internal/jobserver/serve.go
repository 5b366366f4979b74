//go:build unix

package jobserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Serve makes a pool for n jobs, n at least 1, and tells the commands that this process starts from now on
// of it, by MAKEFLAGS. With fifo they get its name, for ninja; else two descriptors, for GNU make before 4.4.
// Close takes the pool back, and the environment.
func Serve(n int, fifo bool) (p *Pool, err error) {
	dir, err := os.MkdirTemp("", "skua-jobserver-")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "fifo")
	if fifo && strings.ContainsAny(path, " \t\n\\$") {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("programs read %q in MAKEFLAGS in different ways: want a TMPDIR without blanks, \\ and $", path)
	}
	var given []int
	restore := remember()
	unserve := func() {
		for _, fd := range given {
			syscall.Close(fd)
		}
		restore()
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
		os.Unsetenv("CARGO_MAKEFLAGS") // which cargo would read first
		err = os.Setenv("MAKEFLAGS", withServer(os.Getenv("MAKEFLAGS"), n, auth))
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// remember returns what puts the variables of jobservers back as they are now.
func remember() (restore func()) {
	before := map[string]string{}
	for _, name := range variables {
		if value, ok := os.LookupEnv(name); ok {
			before[name] = value
		}
	}
	return func() {
		for _, name := range variables {
			os.Unsetenv(name)
		}
		for name, value := range before {
			os.Setenv(name, value)
		}
	}
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
