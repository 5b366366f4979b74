package worker

import (
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// leadSession makes the process of a guest lead a session of its own, where
// priorities hold for sessions only: it starts the same command again in a new session,
// waits for it, and ends with its exit code. It returns, and does nothing, if the
// process leads its session or the kernel does not group by session (autogroup).
//
// NOT: setsid in this process. It fails for the leader of a process group, which any
// command of an interactive shell is.
func leadSession() error {
	enabled, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled")
	if err != nil || strings.TrimSpace(string(enabled)) != "1" {
		return nil
	}
	if session, err := unix.Getsid(0); err != nil || session == os.Getpid() {
		drainOnHangup()
		return nil
	}
	// The child gets Pdeathsig when the thread that made it ends, so that it drains
	// also if this process is killed. It may get it once for each thread that dies: hence a
	// signal of which a second one does not kill.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	child := exec.Command("/proc/self/exe", os.Args[1:]...)
	child.Args[0] = os.Args[0]
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGHUP}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	if err := child.Start(); err != nil {
		return err
	}
	go func() {
		for s := range signals {
			child.Process.Signal(s)
		}
	}()
	child.Wait()
	status := child.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		os.Exit(128 + int(status.Signal()))
	}
	os.Exit(status.ExitStatus())
	return nil
}

// drainOnHangup lets a process that was started by nohup, and so ignores SIGHUP, drain when the first one
// comes: it is the parent's death. Others do so anyway (package interrupt).
func drainOnHangup() {
	if !signal.Ignored(syscall.SIGHUP) {
		return
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		<-hangups
		syscall.Kill(os.Getpid(), syscall.SIGTERM)
	}()
}
