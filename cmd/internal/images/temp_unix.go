//go:build unix

package images

import (
	"os"

	"golang.org/x/sys/unix"
)

// Flags of open: fail on a symbolic link, do not wait for a writer of a pipe.
const (
	noFollow = unix.O_NOFOLLOW
	noBlock  = unix.O_NONBLOCK
)

// renamesOpen tells whether a file can get another name while it is open.
const renamesOpen = true

// lock locks a file until it is closed, and returns false if another process has locked
// it. Where a file system has no locks it returns true, and leftovers stay.
func lock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK
}

// removeIfLeft removes a temporary file that no process has locked.
func removeIfLeft(path string) {
	f, _, err := openRegular(path, noFollow)
	if err != nil {
		return
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.Remove(path)
	}
}
