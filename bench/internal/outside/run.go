package outside

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// A Use is what a program used. Processor times are user and system time together.
type Use struct {
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"`            // of the program and all that it waited for
	Self    float64 `json:"self,omitempty"` // of the program alone, to 10 ms; 0 where the system does not say
	MaxRSS  int64   `json:"max_rss"`        // bytes: of that one of these processes that had the most
	Output  int64   `json:"output"`         // bytes on standard output
}

// A Program is a command line.
type Program struct {
	Dir   string
	Stdin io.Reader
	Argv  []string
	Env   []string // added to this process's
	Exit  int      // the exit code that it must have
}

// Run runs the program, counts what it prints, and blocks until it has ended. If ctx ends,
// the program is killed.
func (p Program) Run(ctx context.Context) (Use, error) {
	use, _, err := p.run(ctx)
	return use, err
}

func (p Program) run(ctx context.Context) (use Use, stderr string, err error) {
	cmd := exec.CommandContext(ctx, p.Argv[0], p.Argv[1:]...)
	cmd.Dir, cmd.Stdin = p.Dir, p.Stdin
	cmd.Env = append(cmd.Environ(), p.Env...)
	var count counter
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &count, &said
	cmd.WaitDelay = time.Second // a child of a killed program may still hold the pipe
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return use, "", err
	}
	use.Self = selfTime(cmd.Process.Pid)
	err = cmd.Wait()
	use.Seconds, use.Output = time.Since(begun).Seconds(), int64(count)
	use.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	use.MaxRSS = maxRSS(cmd.ProcessState)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == p.Exit {
		err = nil
	} else if err == nil && p.Exit != 0 {
		err = fmt.Errorf("exit code 0, want %d", p.Exit)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", p, err, lastLine(said.String()))
	}
	return use, said.String(), err
}

// Said runs the program and also returns what it wrote to standard error.
func (p Program) Said(ctx context.Context) (Use, string, error) { return p.run(ctx) }

// String is the beginning of the command line.
func (p Program) String() string {
	text := strings.Join(p.Argv, " ")
	if len(text) > 80 {
		text = text[:80] + " …"
	}
	return text
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
