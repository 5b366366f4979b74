//go:build unix

package testgroups

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
)

// The signals are those that reach this process. SIGINT and SIGTERM reach the test binary too, because
// it is in the same process group, and so this process only waits for its end. SIGQUIT comes
// from go test, for this process alone, when the test binary takes too long: it is passed on.
type signals struct {
	mu      sync.Mutex
	running map[*os.Process]struct{}
	over    bool // after SIGINT or SIGTERM nothing starts
}

// catch catches signals from now on.
func catch() *signals {
	s := &signals{running: map[*os.Process]struct{}{}}
	c := make(chan os.Signal, 4)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	go func() {
		for sig := range c {
			s.take(sig)
		}
	}()
	return s
}

func (s *signals) take(sig os.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sig != syscall.SIGQUIT {
		s.over = true
		return
	}
	for p := range s.running {
		_ = p.Signal(sig) // it may have ended
	}
}

// run runs a command to its end.
func (s *signals) run(cmd *exec.Cmd) error {
	if err := s.start(cmd); err != nil {
		return err
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, cmd.Process)
	}()
	return cmd.Wait()
}

func (s *signals) start(cmd *exec.Cmd) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return errInterrupted
	}
	err := cmd.Start()
	if err == nil {
		s.running[cmd.Process] = struct{}{}
	}
	return err
}

var errInterrupted = errors.New("interrupted")

// dieAs ends this process as another has ended, if a signal killed that: go test names the signal.
// A shell does it, because signals have their usual effect there.
func dieAs(state *os.ProcessState) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		script := fmt.Sprintf("ulimit -c 0; kill -%d $$", status.Signal())
		_ = syscall.Exec("/bin/sh", []string{"sh", "-c", script}, os.Environ()) // without sh, an exit code
	}
}
