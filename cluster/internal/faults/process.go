//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// A process is this binary in one of its roles. Only the goroutine of the run uses it.
type process struct {
	role  string
	space string // network namespace, or ""
	args  []string
	log   string
	cmd   *exec.Cmd
	ended chan struct{}
}

// start starts the process, again if it has ended.
func (p *process) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command := append([]string{self, "-as", p.role}, p.args...)
	if p.space != "" {
		command = append([]string{"ip", "netns", "exec", p.space}, command...) // it execs: the pid is ours
	}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // no orphans
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { cmd.Wait(); close(ended) }(p.cmd, p.ended)
	return nil
}

func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// kill ends the process as a crash would, and waits until it is gone.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// leave asks the process to end, and kills it if it does not.
func (p *process) leave() error {
	p.signal(syscall.SIGTERM)
	select {
	case <-p.ended:
		return nil
	case <-time.After(30 * time.Second):
		p.kill()
		return fmt.Errorf("%s did not leave within 30 s of SIGTERM; see %s", p.role, p.log)
	}
}

// alive reports whether the process has not ended by itself.
func (p *process) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// tail returns the end of a process's log, for a run that failed.
func (p *process) tail() string {
	b, _ := os.ReadFile(p.log)
	if len(b) > 2000 {
		b = b[len(b)-2000:]
	}
	return fmt.Sprintf("--- %s\n%s", filepath.Base(p.log), b)
}
