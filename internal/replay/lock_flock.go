//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package replay

import (
	"errors"
	"os"
	"syscall"
)

// lock makes f, which is open for a recording, this recording's until unlock, or until the process ends.
// It fails if f is another's, of this process or of another one. In a file system without locks it does
// not fail.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errTaken
	}
	return nil
}

// unlock takes back what lock did. To close f is not enough where a child process has just been forked:
// it has the file open until it begins its program.
func unlock(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
