//go:build unix

package each

import (
	"os"
	"os/signal"
	"syscall"
)

// catchPipe lets a write to a reader that went away fail, where SIGPIPE would kill us and
// leave the commands alone. Commands do not inherit that. It returns what undoes it.
func catchPipe() (stop func()) {
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	return func() { signal.Stop(pipe) }
}
