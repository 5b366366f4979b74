package gotest

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// A Config is a run of go test.
type Config struct {
	Args           []string // of go test
	Split          string   // Seen, Off, or patterns of packages with commas between them
	Agent          []string // the command that runs a test binary, whose command line follows: see testgroups.Run
	Stdout, Stderr io.Writer
	Note           func(line string) // what the user should know
}

// A UsageError says that arguments do not go together, a StartError that there is no go command.
// Nothing was started then. Any other error of Run is that of the output.
type (
	UsageError struct{ error }
	StartError struct{ error }
)

// Run runs go test and returns its exit code. It blocks until go test has ended. When ctx ends, go
// test and all that it started are interrupted, and killed if they do not end.
func Run(ctx context.Context, c Config) (code int, err error) {
	r := &run{Config: c, line: Parse(c.Args), slots: runtime.GOMAXPROCS(0)}
	set := readSettings(ctx, r.line)
	r.line.readGOFLAGS(set.GOFLAGS)
	if text, ok := r.line.value("p"); ok {
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			r.slots = n
		}
	}
	choice, err := choose(ctx, r.line, c.Split)
	if err != nil {
		return 0, UsageError{err}
	}
	if r.line.first(func(k kind) bool { return k.plain }) != "" {
		return r.start(ctx, r.line.patterns, nil, func(out io.Reader) error {
			_, err := io.Copy(r.Stdout, out)
			return err
		})
	}
	name := set.GOWORK
	if name == "" || name == "off" {
		name = set.GOMOD
	}
	r.history = openHistory(name)
	r.listed = list(ctx, r.line, r.line.patterns)
	code, err = r.ordered(ctx, set, plans(r.listed, r.history, choice, r.slots))
	if saved := r.history.save(); saved != nil {
		c.Note("the history is not saved: " + saved.Error())
	}
	return code, err
}

type run struct {
	Config
	line    *Line
	slots   int
	history *History
	listed  []pkg // in go test's order
	mu      sync.Mutex
}

// ordered runs go test with the longest packages first, and with these plans for groups.
func (r *run) ordered(ctx context.Context, set settings, plans map[string]testgroups.Plan) (int, error) {
	packages := r.line.patterns
	sorted := len(r.listed) > 1 && r.slots > 1
	if sorted {
		packages = nil
		for _, p := range longestFirst(r.listed, r.history) {
			packages = append(packages, p.path)
		}
	}
	read := r.reader(sorted, plans)
	if len(plans) == 0 {
		return r.start(ctx, packages, nil, read)
	}
	d := &desk{plans: plans, slots: r.slots, report: r.report}
	flags, err := r.grouped(d, set)
	if err == nil {
		err = openDesk(d)
	}
	if err != nil {
		r.Note("packages run whole: " + err.Error())
		return r.start(ctx, packages, nil, read)
	}
	defer d.close()
	return r.start(ctx, packages, flags, read, testgroups.Variable+"="+d.address())
}

// start runs go test with these packages in place of the patterns, and these flags in place of the
// same ones of the user.
func (r *run) start(ctx context.Context, packages []string, set map[string]string, read func(io.Reader) error, env ...string) (int, error) {
	cmd := exec.Command("go", append([]string{"test"}, r.line.args(packages, set)...)...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = r.Stderr
	lead(cmd)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return 0, StartError{err}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := govern(ctx, cmd.Process)
	defer stop()
	failed := read(out)
	if failed != nil {
		cancel() // nobody reads any more
		_, _ = io.Copy(io.Discard, out)
	}
	err = cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		err = nil
	}
	return cmd.ProcessState.ExitCode(), errors.Join(failed, err)
}
