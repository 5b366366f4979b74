//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package server

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile locks f for this process alone, or returns errLocked. Never waits.
func lockFile(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return errLocked
	}
	return err
}

func unlockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }
