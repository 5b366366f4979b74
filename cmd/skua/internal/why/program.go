package why

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/trace"
)

// traceTo is the variable that makes a program record itself into a file.
const traceTo = "SKUA_TRACE"

// A program to run, with what it reads and writes.
type program struct {
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// record runs the program and returns its report, or nil; and how it ended if not well, or why
// there is no report.
func (p *program) record(ctx context.Context, env ...string) (*trace.Report, error) {
	dir, err := os.MkdirTemp("", "skua-why-")
	if err != nil {
		return nil, exit.Errorf(exit.NotStarted, "why: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "report.json")
	started, ended := p.run(ctx, slices.Concat(env, goFlags(), []string{traceTo + "=" + file}))
	if !started {
		return nil, ended
	}
	r, err := readReport(file)
	if errors.Is(err, os.ErrNotExist) {
		err = p.absent()
	}
	if err != nil {
		return nil, errors.Join(ended, exit.Errorf(exit.Failed, "why: %w", err))
	}
	if r.Program == "" {
		r.Program = strings.Join(p.args, " ")
	}
	return r, ended
}

// run runs the program to its end. An error has its exit code.
func (p *program) run(ctx context.Context, env []string) (started bool, err error) {
	args := tagged(p.args)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.stdin, p.stdout, p.stderr
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
			err = errors.New(p.args[0] + ": no such program")
		}
		return false, exit.Errorf(exit.NotStarted, "why: %w", err)
	}
	ended := make(chan struct{})
	go passOn(ctx, cmd.Process, ended)
	err = cmd.Wait()
	close(ended)
	if err == nil {
		return true, nil
	}
	return true, exit.Errorf(codeOf(cmd.ProcessState), "why: %s: %w", p.args[0], err)
}

// patience is how long a program has for an interrupt that the terminal sent to it as well:
// arbitrary; not measured.
const patience = 2 * time.Second

// passOn interrupts the program when ctx ends. A terminal sends Ctrl-C to the program too, and
// many programs die of the second one: so it comes later.
func passOn(ctx context.Context, process *os.Process, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	if terminated(ctx) {
		process.Signal(syscall.SIGTERM)
		return
	}
	select {
	case <-ended:
	case <-time.After(patience):
		process.Signal(os.Interrupt)
	}
}

// codeOf is the exit code of a program that has ended: 128 and the number of the signal that
// killed it, as a shell says it.
func codeOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return max(exit.Failed, state.ExitCode())
}
