package tooltest

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Patience is how long a test waits for a process before it gives up: far longer
// than anything takes.
const Patience = 60 * time.Second

// init gives the tool the signals that a terminal's has. Where the tests run in the background of a shell, or
// under nohup, SIGINT or SIGHUP is ignored, which processes inherit, unless their parent listens to it.
func init() {
	for _, s := range []os.Signal{os.Interrupt, syscall.Signal(1)} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// A Process of the tool, whose messages can be waited for.
type Process struct {
	*exec.Cmd
	printed bytes.Buffer

	mu    sync.Mutex
	log   strings.Builder
	more  chan struct{} // closed and replaced when the log grows
	ended chan struct{}
}

// Start starts the tool. It is killed when the test ends, if it has not ended.
func Start(t T, stdin io.Reader, args ...string) *Process {
	t.Helper()
	p := &Process{Cmd: Tool(args...), more: make(chan struct{}), ended: make(chan struct{})}
	p.Stdin, p.Stdout = stdin, &p.printed
	messages, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		lines := bufio.NewReader(messages)
		for {
			line, err := lines.ReadString('\n')
			p.mu.Lock()
			p.log.WriteString(line)
			close(p.more)
			p.more = make(chan struct{})
			p.mu.Unlock()
			if err != nil {
				break
			}
		}
		p.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() { p.Process.Kill(); <-p.ended })
	return p
}

// Printed is what the process has written to standard output; to be called after End.
func (p *Process) Printed() string { return p.printed.String() }

// Messages are the lines on standard error so far.
func (p *Process) Messages() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Says waits until the process has written what matches pattern to standard error.
func (p *Process) Says(t T, pattern string) {
	t.Helper()
	match := regexp.MustCompile(pattern)
	for timeout := time.After(Patience); ; {
		p.mu.Lock()
		said, more := match.MatchString(p.log.String()), p.more
		p.mu.Unlock()
		if said {
			return
		}
		select {
		case <-more:
		case <-p.ended:
			if match.MatchString(p.Messages()) {
				return
			}
			t.Fatalf("%q ended without saying %q: %s", p.Args[1:], pattern, p.Messages())
		case <-timeout:
			t.Fatalf("%q does not say %q: %s", p.Args[1:], pattern, p.Messages())
		}
	}
}

// Signal sends a signal.
func (p *Process) Signal(t T, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// End waits for the end and returns the exit code as a shell has it, and the signal if one killed it.
func (p *Process) End(t T) (code int, killed syscall.Signal) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(Patience):
		t.Fatalf("%q does not end: %s", p.Args[1:], p.Messages())
	}
	status := p.ProcessState.Sys().(syscall.WaitStatus)
	return Code(p.ProcessState), status.Signal()
}

// Code is the exit code of a process as a shell has it: 128 and the signal's number if one killed it.
func Code(p *os.ProcessState) int {
	if status, ok := p.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return p.ExitCode()
}
