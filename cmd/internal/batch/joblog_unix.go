//go:build unix

package batch

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the file for this process, until it is closed.
func lock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return errors.New("another process is writing it")
		case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOLCK), errors.Is(err, unix.ENOSYS):
			return nil // a file system without locks
		}
		return os.NewSyscallError("flock", err)
	}
}
