//go:build unix

package gotest

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long go test has after an interrupt, to remove its files: arbitrary; not measured.
const patience = 5 * time.Second

// lead makes cmd the leader of a process group, in which all that it starts is.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// govern passes on to the group of a process that has been started what its user asks for, until
// stop is called: Ctrl-Z stops the group with this process, and the end of ctx interrupts it. What
// is left of the group after that is killed.
func govern(ctx context.Context, leader *os.Process) (stop func()) {
	ended, over := make(chan struct{}), make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		defer close(over)
		defer signal.Stop(signals)
		done := ctx.Done()
		var late <-chan time.Time
		for {
			select {
			case <-ended:
				if ctx.Err() != nil {
					syscall.Kill(-leader.Pid, syscall.SIGKILL)
				}
				return
			case <-done:
				done, late = nil, time.After(patience)
				syscall.Kill(-leader.Pid, syscall.SIGINT)
				syscall.Kill(-leader.Pid, syscall.SIGCONT)
			case <-late:
				syscall.Kill(-leader.Pid, syscall.SIGKILL)
			case s := <-signals:
				suspend(leader, s)
			}
		}
	}()
	return func() {
		close(ended)
		<-over
	}
}

func suspend(leader *os.Process, s os.Signal) {
	if s == syscall.SIGCONT {
		syscall.Kill(-leader.Pid, syscall.SIGCONT)
		return
	}
	syscall.Kill(-leader.Pid, syscall.SIGSTOP)
	syscall.Kill(os.Getpid(), syscall.SIGSTOP)
}
