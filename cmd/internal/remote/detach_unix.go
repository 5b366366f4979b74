//go:build unix

package remote

import (
	"errors"
	"syscall"
)

func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// isFull tells whether an error means that the host can store nothing: other items would
// fail as well.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EIO)
}
