//go:build unix

package interrupt

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// die sends this process a signal, and returns only if that does not kill it.
func die(s os.Signal) {
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
	time.Sleep(time.Second) // another thread may get it, a moment later
}
