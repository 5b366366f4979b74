//go:build unix

package remote

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// isFull tells whether an error means that the host can store nothing: other items would
// fail as well.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EIO)
}

// catchPipe makes a write to a standard output without a reader an error, and not the end
// of this process, until the function that it returns is called. SIGPIPE is caught and not ignored,
// because children inherit what is ignored.
func catchPipe() (stop func()) {
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	return func() { signal.Stop(pipes) }
}
