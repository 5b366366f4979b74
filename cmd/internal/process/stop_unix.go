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
	starts sync.RWMutex // read-locked while a command starts, locked while this process is to be stopped
	mu     sync.Mutex
	all    map[*child]struct{} // nil while there is no Suspend
}

// begin starts a command and notes that it runs. No stop comes between the two: this process would be
// stopped, and the command would go on. So a stop waits for a file system that holds the start.
func begin(s startable) (*child, error) {
	running.starts.RLock()
	defer running.starts.RUnlock()
	c, err := start(s)
	if err != nil {
		return nil, err
	}
	running.mu.Lock()
	defer running.mu.Unlock()
	if running.all != nil {
		running.all[c] = struct{}{}
	}
	return c, nil
}

// over notes that a command has ended and is about to be reaped.
func over(c *child) {
	running.mu.Lock()
	defer running.mu.Unlock()
	delete(running.all, c)
}

// signalAll sends a signal to all commands.
func signalAll(s syscall.Signal) {
	running.mu.Lock()
	defer running.mu.Unlock()
	for c := range running.all {
		c.signal(s)
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
		suspend(signals)
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

// suspend stops and continues until the signals end. From a stop to its end nothing starts.
func suspend(signals <-chan os.Signal) {
	for s := range signals {
		if s == syscall.SIGTSTP {
			running.starts.Lock()
			stop(signals)
			running.starts.Unlock()
		} else {
			signalAll(syscall.SIGCONT)
		}
	}
}

// stop stops the commands and this process, until that is to continue.
func stop(signals <-chan os.Signal) {
	signalAll(syscall.SIGSTOP)
	syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	for s := range signals {
		if s == syscall.SIGCONT {
			break
		}
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
	signalAll(syscall.SIGCONT)
}
