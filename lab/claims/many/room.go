package many

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/skua-go/skua/lab"
)

// A sample is one run of the room: the case that it is, the room's arguments, and the row that its line
// becomes.
type sample struct {
	key  lab.Row
	args []string
	row  func(line) lab.Row
}

// take builds a room and runs the samples one after the other.
func take(ctx context.Context, r *lab.Runner, list []sample) error {
	dir, err := os.MkdirTemp("", "skua-many-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m := &machine{dir: dir}
	r.Expect(len(list))
	for _, s := range list {
		err := r.Case(ctx, s.key, func() ([]lab.Row, error) {
			l, err := m.start(ctx, s.args)
			if err != nil {
				return nil, err
			}
			return []lab.Row{s.row(l)}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// arguments start a program of the room on that many processors.
func arguments(program string, processors, repeat int, seed uint64, c costs, params ...string) []string {
	args := []string{program, "-p", fmt.Sprint(processors), "-repeat", fmt.Sprint(repeat), "-seed", fmt.Sprint(seed)}
	return append(append(args, c.flags...), params...)
}

// A machine is the virtual machine room's program, which the first case that needs it builds.
type machine struct {
	dir   string // for what is built
	built bool
}

// line is what the room prints of one run, as far as it is used here.
type line struct {
	Workers              int
	Nanoseconds, Speedup float64
	Tally                struct {
		Span, Work float64
		In         []float64 // by phase: running, searching, waiting, locked out, asleep
		Counts     struct{ Changes, Moves, Failed, LockWaits float64 }
	}
	Stats struct {
		Steals, Parks float64
		Lab           struct{ Exposures float64 }
	}
	Classic struct{ Attempts, Lost, Steals, Sleeps float64 } // of a program of package classic, instead
}

// phases is how many numbers Tally.In has.
const phases = 5

// start runs the room with these arguments until it ends or ctx does.
func (m *machine) start(ctx context.Context, args []string) (l line, err error) {
	if !m.built {
		if err := Build(ctx, m.dir); err != nil {
			return l, err
		}
		m.built = true
	}
	cmd := exec.CommandContext(ctx, filepath.Join(m.dir, "room"), args...)
	// With these the room need not start itself again, and the process that ctx kills is the one that
	// runs.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1")
	out, err := output(ctx, cmd)
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(out, &l); err != nil {
		return l, fmt.Errorf("room %s printed %q: %w", strings.Join(args, " "), out, err)
	}
	if len(l.Tally.In) != phases || l.Nanoseconds <= 0 {
		return l, fmt.Errorf("room %s printed %q, want a time and %d phases", strings.Join(args, " "), out, phases)
	}
	return l, nil
}

// Build makes the programs room and real in dir, which run the same: one in the virtual machine room, the
// other on the machine itself. It needs a clone of skua around the working directory, and Go.
func Build(ctx context.Context, dir string) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	root, err := moduleRoot(here)
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("%w: %w", errNoRoom, err)
	}
	cmd := exec.CommandContext(ctx, "go", "run", "./verify/room/build", "-o", dir)
	cmd.Dir = root
	_, err = output(ctx, cmd)
	return err
}

// output is what cmd prints, or an error with what it complains of.
func output(ctx context.Context, cmd *exec.Cmd) ([]byte, error) {
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	cmd.WaitDelay = time.Second // for a process that cmd has started and that lives on
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(complaints.String()))
	}
	return out, nil
}

var errNoRoom = errors.New("many runs the scheduler's source in a room: start it in a clone of skua, with Go installed")

var moduleLine = regexp.MustCompile(`(?m)^module github\.com/skua-go/skua$`)

// moduleRoot returns the folder of skua's go.mod, which is dir or one above it.
func moduleRoot(dir string) (string, error) {
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && moduleLine.Match(text) {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errNoRoom
		}
		dir = above
	}
}
