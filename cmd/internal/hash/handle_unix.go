//go:build unix

package hash

import (
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Flags of open: fail on a symbolic link, do not wait for a writer of a pipe.
const (
	noFollow = unix.O_NOFOLLOW
	noBlock  = unix.O_NONBLOCK
)

// unixHandle opens each entry by one openat(2), which fails on a symbolic link.
type unixHandle struct{ dir *os.File }

// openHandle opens the directory at path, which is an argument of the user.
func openHandle(path string) (handle, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	return unixHandle{f}, nil
}

func (h unixHandle) openAt(name string, flags int) (fd int, err error) {
	err = again(func() error {
		fd, err = unix.Openat(int(h.dir.Fd()), name, flags|unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		return err
	})
	return fd, err
}

func (h unixHandle) openDir(name string) (handle, error) {
	fd, err := h.openAt(name, unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	return unixHandle{os.NewFile(uintptr(fd), name)}, nil
}

func (h unixHandle) openFile(name string) (io.ReadCloser, error) {
	fd, err := h.openAt(name, unix.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	var is unix.Stat_t
	if err = again(func() error { return unix.Fstat(fd, &is) }); err == nil && is.Mode&unix.S_IFMT != unix.S_IFREG {
		err = errNotRegular
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return regular(fd), nil
}

// list reads through the handle's own descriptor, which stays open.
func (h unixHandle) list() (entries, error) { return stayOpen{h.dir}, nil }

type stayOpen struct{ *os.File }

func (stayOpen) Close() error { return nil }

func (h unixHandle) stat() (fs.FileInfo, error) { return h.dir.Stat() }
func (h unixHandle) close() error               { return h.dir.Close() }

// regular is the descriptor of a regular file, which never makes its reader wait
// for another process. So it does without what an os.File is for.
type regular int

func (fd regular) Read(p []byte) (n int, err error) {
	err = again(func() error {
		n, err = unix.Read(int(fd), p)
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (fd regular) Close() error { return unix.Close(int(fd)) }

// again repeats a call that a signal interrupted, as Go's runtime does by signals
// of its own.
func again(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}
