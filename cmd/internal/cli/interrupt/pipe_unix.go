//go:build unix

package interrupt

import (
	"os"
	"os/signal"
	"syscall"
)

// CatchPipe lets a write to a reader that went away fail, where SIGPIPE would kill us and
// leave the commands alone. Commands do not inherit that. It returns what undoes it.
func CatchPipe() (stop func()) {
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	return func() { signal.Stop(pipe) }
}
