package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/verify/overlay"
)

// control is a fault to be planted into skua, and what the command must say of it.
type control struct {
	name  string
	named string // of the explorer's faults; else patch
	patch overlay.Patch
	args  string
	says  string
}

// controls has a fault for each thing that is looked at.
var controls = []control{
	{
		name:  "a wake-up is lost",
		patch: overlay.Patch{File: "internal/crew/segment.go", Old: "			owner.Parker.Unpark()\n", New: ""},
		args:  "-mode pure",
		says:  `HANG(.|\n)*crew.*Await`,
	}, {
		name: "a cancellation reaches nobody",
		patch: overlay.Patch{File: "internal/crew/job.go",
			Old: "	j.pool.askAll(true)\n", New: ""},
		args: "-mode cancel",
		says: `went on in a cancelled run`,
	}, {
		name: "a request to stop a loop is eaten",
		patch: overlay.Patch{File: "internal/loop/part.go",
			Old: "	if p.loop.stopped.Load() || p.worker.Job.Cancelled() {\n		p.cursor.Ask()", New: "	if false {\n		p.cursor.Ask()"},
		args: "-mode cancel",
		says: `Next went on in a`,
	}, {
		name: "nobody is told that a loop has failed",
		patch: overlay.Patch{File: "internal/loop/loop.go",
			Old: "	if s.stopped.CompareAndSwap(false, true) {\n		s.failure = f\n", New: "	if s.failure == nil {\n		s.failure = f\n"},
		args: "-mode fail",
		says: `in a loop that has failed`,
	}, {
		name: "a worker runs without a token",
		patch: overlay.Patch{File: "internal/spawn/spawns.go",
			Old: "	case w.Tokenless && w.Crew.Sleep.TakeFreeToken():\n", New: "	case w.Tokenless:\n"},
		args: "-mode pure",
		says: `leaves run at a time|until every place is free|tokens free`,
	}, {
		name: "a smaller size is not waited for",
		patch: overlay.Patch{File: "internal/crew/tokens.go",
			Old: "		t.Surplus.Add(int64(n))\n", New: "		t.Surplus.Store(int64(n / 2))\n"},
		args: "-mode resize",
		says: `tasks run at a time`,
	}, {
		name: "a goroutine that ended is believed to be a worker",
		patch: overlay.Patch{File: "internal/crew/worker.go",
			Old: "		w.Unbind() // before", New: "		// before"},
		args: "-mode goexit",
		says: `taken for|HANG`, // or the pool looks for a worker that is not there
	}, {
		name:  "guests are kept for ever",
		patch: overlay.Patch{File: "internal/sched/guest.go", Old: "		p.Remove(w)\n", New: ""},
		args:  "-mode pure",
		says:  `every search goes round`,
	}, {
		name:  "a task outlives the call that began it",
		named: "done-before-reclaim",
		args:  "-mode fail",
		says:  `when .* was over`,
	}, {
		name:  "a closed pool is kept",
		patch: overlay.Patch{File: "pool.go", Old: "	p.unused.Stop()", New: "	"},
		args:  "-mode pure -n 100",
		says:  `stay in memory`,
	}, {
		name: "a stolen task is run by its owner too",
		patch: overlay.Patch{File: "internal/fork/join.go",
			Old: "		if top > i {\n			return false\n", New: "		if top > i {\n			return true\n"},
		args: "-mode pure",
		says: `ran twice`,
	}, {
		name:  "a failure is dropped",
		named: "loop-failure-dropped",
		args:  "-mode fail",
		says:  `ended by returning|indices without a kid|returned .* want`,
	}, {
		name:  "what a limit kept back is forgotten",
		named: "held-back-for-good",
		args:  "-mode pure",
		says:  `HANG`,
	},
}

var controlsFlag = flag.Bool("controls", false, "TestControl plants every fault, which takes minutes")

// TestControl plants faults, and wants the command to end with them: all if the command
// line says so, a few by night, and otherwise it only wants them to fit the code.
func TestControl(t *testing.T) {
	for k, c := range controls {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			dir := t.TempDir()
			overlay := c.plant(t, dir)
			if *controlsFlag || k < expect.Size(0, 0, 2) {
				c.find(t, dir, overlay)
			}
		})
	}
}

// find builds the command with the fault, and runs it.
func (c control) find(t *testing.T, dir, overlay string) {
	command := filepath.Join(dir, "stress")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", command, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	args := append(strings.Fields(c.args), "-for", "60s", "-hang", "5s", "-failures", "1")
	run := exec.CommandContext(ctx, command, args...)
	out, err := run.CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v: %v, want exit status 1\n%.3000s", run, err, out)
	}
	if !regexp.MustCompile(c.says).Match(out) || !bytes.Contains(out, []byte("again: go run")) {
		t.Errorf("%v: wants %q and a command to run it again\n%.3000s", run, c.says, out)
	}
	t.Logf("%s", firstLines(out))
}

// plant writes an overlay with the fault and returns its path.
func (c control) plant(t *testing.T, dir string) string {
	patches := []overlay.Patch{c.patch}
	if c.named != "" {
		var err error
		if patches, err = overlay.Named(c.named); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, p := range patches {
		original := filepath.Join(root, filepath.FromSlash(p.File))
		from := original
		if again, ok := replace[original]; ok {
			from = again
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), p.Old); n != 1 {
			t.Fatalf("%s holds %q %d times, want once", p.File, p.Old, n)
		}
		planted := filepath.Join(dir, strings.ReplaceAll(p.File, "/", "_"))
		write(t, planted, strings.Replace(string(text), p.Old, p.New, 1))
		replace[original] = planted
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	write(t, file, string(data))
	return file
}

func write(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// firstLines is what the command said first.
func firstLines(out []byte) []byte {
	lines := bytes.SplitN(bytes.TrimSpace(out), []byte("\n"), 3)
	return bytes.Join(lines[:min(2, len(lines))], []byte("\n"))
}
