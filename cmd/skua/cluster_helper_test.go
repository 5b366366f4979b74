package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// patience is how long a test waits for a process before it gives up: far longer
// than anything takes.
const patience = 60 * time.Second

// A process of the tool, whose messages can be waited for.
type process struct {
	*exec.Cmd
	stdout bytes.Buffer // may be read after end

	mu    sync.Mutex
	log   strings.Builder
	more  chan struct{} // closed and replaced when the log grows
	ended chan struct{}
}

// start starts the tool. It is killed when the test ends, if it has not ended.
func start(t *testing.T, stdin io.Reader, args ...string) *process {
	t.Helper()
	p := &process{Cmd: tool(t, args...), more: make(chan struct{}), ended: make(chan struct{})}
	p.Stdin, p.Stdout = stdin, &p.stdout
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

// startWorker starts a node and waits until it has joined.
func startWorker(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	p := start(t, nil, append([]string{"worker", "--join", dir}, args...)...)
	p.says(t, "has joined")
	return p
}

// messages are the lines on standard error so far.
func (p *process) messages() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// says waits until the process has written what matches pattern to standard error.
func (p *process) says(t *testing.T, pattern string) {
	t.Helper()
	match := regexp.MustCompile(pattern)
	for timeout := time.After(patience); ; {
		p.mu.Lock()
		said, more := match.MatchString(p.log.String()), p.more
		p.mu.Unlock()
		if said {
			return
		}
		select {
		case <-more:
		case <-p.ended:
			if match.MatchString(p.messages()) {
				return
			}
			t.Fatalf("%q ended without saying %q: %s", p.Args[1:], pattern, p.messages())
		case <-timeout:
			t.Fatalf("%q does not say %q: %s", p.Args[1:], pattern, p.messages())
		}
	}
}

// signal sends a signal.
func (p *process) signal(t *testing.T, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// end waits for the end and returns the exit code, or -1 and the signal.
func (p *process) end(t *testing.T) (code int, killed syscall.Signal) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Fatalf("%q does not end: %s", p.Args[1:], p.messages())
	}
	status := p.ProcessState.Sys().(syscall.WaitStatus)
	return p.ProcessState.ExitCode(), status.Signal()
}

// run runs the tool to its end, with the text as standard input.
func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	p := start(t, strings.NewReader(stdin), args...)
	code, _ = p.end(t)
	return code, p.stdout.String(), p.messages()
}

// must runs the tool and wants it to end well.
func must(t *testing.T, stdin string, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := run(t, stdin, args...)
	if code != exit.OK {
		t.Fatalf("skua %q: exit code %d: %s", args, code, stderr)
	}
	return stdout
}

// document reads the JSON that the tool prints.
func document[T any](t *testing.T, args ...string) (d T) {
	t.Helper()
	text := must(t, "", append(args, "--json")...)
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("skua %q prints no JSON: %v\n%s", args, err, text)
	}
	return d
}

// until calls f until it reports true.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); {
		if time.Now().After(end) {
			t.Fatal("waited in vain until " + what)
		}
		time.Sleep(time.Millisecond) // for what is waited for
	}
}
