package process

import (
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A child is a process that was started and has not been reaped.
type child struct{ pid int }

// null is /dev/null.
var null = sync.OnceValues(func() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) })

var attributes = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}

// start starts a command.
func start(s startable) (*child, error) {
	in, err := null()
	if err != nil {
		return nil, err
	}
	pid, err := syscall.ForkExec(s.path, s.argv, &syscall.ProcAttr{
		Dir: s.dir, Env: s.env, Sys: attributes,
		Files: []uintptr{in.Fd(), s.out.Fd(), s.err.Fd()},
	})
	if err != nil {
		if passing(err) {
			return nil, err
		}
		return nil, denied(s, err)
	}
	return &child{pid}, nil
}

// wait blocks until the process has ended. It stays a zombie.
func (c *child) wait() error {
	for {
		err := unix.Waitid(unix.P_PID, c.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return os.NewSyscallError("waitid", err)
		}
	}
}

// ended tells whether the process has ended. It must not have been reaped.
func (c *child) ended() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, c.pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}

// terminate asks the process group to end.
func (c *child) terminate() {
	c.signal(syscall.SIGTERM)
	c.signal(syscall.SIGCONT)
}

// kill kills the process group.
func (c *child) kill() { c.signal(syscall.SIGKILL) }

// signal sends a signal to the process group. The process must not have been reaped.
func (c *child) signal(s syscall.Signal) { syscall.Kill(-c.pid, s) }

// reap takes the outcome of a process that has ended, whose number is free then.
func (c *child) reap(o *batch.Outcome) error {
	var status syscall.WaitStatus
	var used syscall.Rusage
	for {
		_, err := syscall.Wait4(c.pid, &status, 0, &used)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return os.NewSyscallError("wait4", err)
		}
		break
	}
	if status.Signaled() {
		o.Signal = int(status.Signal())
	} else {
		o.Exit = status.ExitStatus()
	}
	o.MaxRSS = int64(used.Maxrss) << 10 // Linux counts in KiB
	return nil
}

// passing tells whether a start failed of what may soon be otherwise: no process or no memory is
// left, or another process still has the program open for writing.
func passing(err error) bool {
	return err == syscall.EAGAIN || err == syscall.ENOMEM || err == syscall.ETXTBSY
}
