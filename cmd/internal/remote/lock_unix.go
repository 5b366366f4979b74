//go:build unix && !solaris && !illumos && !aix

package remote

import (
	"os"
	"syscall"
)

// lockDir locks a directory until the file that it returns is closed, or this process ends
// however it does. It fails if another process has the lock. Children do not inherit it.
func lockDir(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
