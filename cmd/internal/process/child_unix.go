//go:build unix && !linux

package process

import (
	"os"
	"runtime"
	"sync"
	"syscall"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A child is a process that was started. It is reaped by wait: not all of these systems have a
// call that waits for a process and leaves it a zombie.
type child struct {
	pid int

	mu     sync.Mutex
	over   bool // reaped: the number may be another's
	status syscall.WaitStatus
	used   syscall.Rusage
}

// null is /dev/null.
var null = sync.OnceValues(func() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) })

// start starts a command.
func start(s startable) (*child, error) {
	in, err := null()
	if err != nil {
		return nil, err
	}
	pid, err := syscall.ForkExec(s.path, s.argv, &syscall.ProcAttr{
		Dir: s.dir, Env: s.env, Sys: &syscall.SysProcAttr{Setpgid: true},
		Files: []uintptr{in.Fd(), s.out.Fd(), s.err.Fd()},
	})
	if err != nil {
		if passing(err) {
			return nil, err
		}
		return nil, denied(s, err)
	}
	return &child{pid: pid}, nil
}

// wait blocks until the process has ended.
func (c *child) wait() error {
	for {
		_, err := syscall.Wait4(c.pid, &c.status, 0, &c.used)
		if err == syscall.EINTR {
			continue
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.over = true
		return os.NewSyscallError("wait4", err)
	}
}

func (c *child) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

// terminate asks the process group to end.
func (c *child) terminate() {
	c.signal(syscall.SIGTERM)
	c.signal(syscall.SIGCONT)
}

// kill kills the process group.
func (c *child) kill() { c.signal(syscall.SIGKILL) }

// signal sends a signal to the group. The number of the group stays taken while the group has
// members; after the leader it can be another's only if it has none.
func (c *child) signal(s syscall.Signal) { syscall.Kill(-c.pid, s) }

// othersAlive tells whether the group has members that have not been reaped.
func (c *child) othersAlive() bool { return syscall.Kill(-c.pid, 0) == nil }

// reap takes the outcome of a process that has ended.
func (c *child) reap(o *batch.Outcome) error {
	if c.status.Signaled() {
		o.Signal = int(c.status.Signal())
	} else {
		o.Exit = c.status.ExitStatus()
	}
	o.MaxRSS = int64(c.used.Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		o.MaxRSS <<= 10 // in KiB
	}
	return nil
}

// passing tells whether a start failed of what may soon be otherwise: no process or no memory is
// left, or another process still has the program open for writing.
func passing(err error) bool {
	return err == syscall.EAGAIN || err == syscall.ENOMEM || err == syscall.ETXTBSY
}
