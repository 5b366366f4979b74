//go:build unix

package process

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// running are the commands that run, for Suspend.
var running struct {
	mu   sync.Mutex
	all  map[*child]struct{} // nil while there is no Suspend
	stop bool                // what starts is stopped at once
}

// ran notes that a command runs, and returns what to call before it is reaped.
func ran(c *child) (over func()) {
	running.mu.Lock()
	defer running.mu.Unlock()
	if running.all == nil {
		return func() {}
	}
	running.all[c] = struct{}{}
	if running.stop {
		c.signal(syscall.SIGSTOP)
	}
	return func() {
		running.mu.Lock()
		defer running.mu.Unlock()
		delete(running.all, c)
	}
}

// suspend stops all commands, or lets them go on.
func suspend(stop bool) {
	running.mu.Lock()
	defer running.mu.Unlock()
	running.stop = stop
	for c := range running.all {
		if stop {
			c.signal(syscall.SIGSTOP)
		} else {
			c.signal(syscall.SIGCONT)
		}
	}
}

// Suspend lets Ctrl-Z, which is SIGTSTP, stop the commands of Run together with this process.
// They go on when this process does. It is for a program whose only business commands
// are, and returns what ends that; the commands in groups of their own would otherwise go
// on while the program seems to be stopped. Call it once, before the first Run. Timeouts
// count the time in which commands are stopped.
func Suspend() (end func()) {
	running.mu.Lock()
	running.all = map[*child]struct{}{}
	running.mu.Unlock()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTSTP, syscall.SIGCONT)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for s := range signals {
			suspend(s == syscall.SIGTSTP)
			if s == syscall.SIGTSTP {
				syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-ended
		running.mu.Lock()
		running.all = nil
		running.mu.Unlock()
	}
}
