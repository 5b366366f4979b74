//go:build !unix

package process

import (
	"os"
	"sync"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A child is a process that was started. There are no process groups: only the process itself
// is killed, and it is not asked before.
type child struct {
	process *os.Process

	mu    sync.Mutex
	over  bool
	state *os.ProcessState
}

var null = sync.OnceValues(func() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) })

// start starts a command.
func start(s startable) (*child, error) {
	in, err := null()
	if err != nil {
		return nil, err
	}
	p, err := os.StartProcess(s.path, s.argv, &os.ProcAttr{Dir: s.dir, Env: s.env, Files: []*os.File{in, s.out, s.err}})
	if err != nil {
		return nil, denied(s, err)
	}
	return &child{process: p}, nil
}

// wait blocks until the process has ended.
func (c *child) wait() error {
	state, err := c.process.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over, c.state = true, state
	return err
}

func (c *child) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

func (c *child) terminate() { c.process.Kill() }
func (c *child) kill()      { c.process.Kill() }

// othersAlive is not known here.
func (c *child) othersAlive() bool { return false }

// reap takes the outcome of a process that has ended.
func (c *child) reap(o *batch.Outcome) error {
	if c.state != nil {
		o.Exit = c.state.ExitCode()
	}
	return nil
}

func passing(error) bool { return false }
