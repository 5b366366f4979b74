package each

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
)

var (
	withGNU       = flag.Bool("gnu", false, "run the examples of skua each with GNU parallel instead")
	writeExamples = flag.Bool("write-examples", false, "with -gnu: write what GNU parallel prints into testdata")
)

// An example is a command line of GNU parallel's manual, the same for skua each, and what
// both print. testdata/README.md describes the files.
type example struct {
	name, section string
	gnu, skua     string
	want          string // standard output, and failedLine after it if the exit code is not 0
}

const failedLine = "(fails)\n"

// TestEachExamples runs examples of GNU parallel's manual: all of them by night, and each fourth or
// sixteenth otherwise. With -gnu it runs GNU parallel itself, which checks the examples.
func TestEachExamples(t *testing.T) {
	env := exampleEnvironment(t)
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata has no examples: %v", err)
	}
	n, step := 0, expect.Size(16, 4, 1)
	if tooltest.Race { // each process takes half a second to start
		step = 16
	}
	if *withGNU {
		step = 1
	}
	for _, file := range files {
		examples, err := readExamples(file)
		if err != nil {
			t.Fatal(err)
		}
		n += len(examples)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			if *writeExamples {
				t.Cleanup(func() { writeExampleFile(t, file, examples) })
			}
			for i := 0; i < len(examples); i += step {
				t.Run(examples[i].name, func(t *testing.T) {
					t.Parallel()
					examples[i].check(t, env)
				})
			}
		})
	}
	if n < 300 {
		t.Errorf("testdata has %d examples, want 300 or more", n)
	}
}

func (e *example) check(t *testing.T, env []string) {
	line := e.skua
	if *withGNU {
		line = e.gnu
	}
	dir := t.TempDir()
	for name, content := range exampleFiles {
		if strings.Contains(line, name) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, messages := runLine(t, line, dir, env)
	if *withGNU && *writeExamples {
		e.want = got
		return
	}
	if got != e.want {
		t.Errorf("man parallel, %s\n$ %s\nprinted:\n%swant:\n%smessages:\n%s", e.section, line, got, e.want, messages)
	}
}

// runLine returns what a line of shell prints, with failedLine if it fails.
func runLine(t *testing.T, line, dir string, env []string) (got, messages string) {
	t.Helper()
	var out, msg bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir, cmd.Env = dir, env
	cmd.Stdout, cmd.Stderr = &out, &msg
	cmd.WaitDelay = time.Minute // a command may leave a process behind that holds the pipe
	err := cmd.Run()
	got = out.String()
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		if got != "" && !strings.HasSuffix(got, "\n") {
			got += "\n"
		}
		return got + failedLine, msg.String()
	}
	if err != nil {
		t.Fatal(err)
	}
	return got, msg.String()
}

// exampleEnvironment returns an environment in which skua is the tool, and GNU parallel does
// not ask to be cited.
func exampleEnvironment(t *testing.T) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "skua")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "will-cite"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), tooltest.AsTool, "PATH="+dir+":"+os.Getenv("PATH"), "PARALLEL_HOME="+dir,
		"HOME="+dir, "LC_ALL=C", "SHELL=/bin/bash", "PARALLEL=")
}

// exampleFiles are the files that the manual's examples use. A line gets those whose names
// are in it.
var exampleFiles = map[string]func() string{
	"abc-file":     func() string { return "A\nB\nC\n" },
	"def-file":     func() string { return "D\nE\nF\n" },
	"abc0-file":    func() string { return "A\x00B\x00C\x00" },
	"abc_-file":    func() string { return "A_B_C_" },
	"tsv-file.tsv": func() string { return "f1\tf2\nA\tB\nC\tD\n" },
	"num8":         func() string { return numbers(1, 8) },
	"num128":       func() string { return numbers(1, 128) },
	"num30000":     func() string { return numbers(1, 30000) },
	"seq6":         func() string { return numbers(1, 6) },
	"seq-6":        func() string { return "6\n5\n4\n3\n2\n1\n" },
	"example.1":    func() string { return numbers(1, 1) },
	"example.2":    func() string { return numbers(1, 2) },
	"example.3":    func() string { return numbers(1, 3) },
}

func numbers(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// readExamples reads a file of examples.
func readExamples(file string) ([]example, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	parts := strings.Split("\n"+string(data), "\n=== ")
	examples := make([]example, 0, len(parts))
	for _, part := range parts[1:] {
		lines := strings.SplitN(strings.TrimSuffix(part, "\n")+"\n", "\n", 4)
		if len(lines) != 4 || !strings.HasPrefix(lines[1], "$ ") || !strings.HasPrefix(lines[2], "% ") {
			return nil, fmt.Errorf("%s: %q: want a name, a line with $ and one with %%", file, lines[0])
		}
		name, section, ok := strings.Cut(lines[0], " | ")
		if !ok {
			return nil, fmt.Errorf("%s: %q: want NAME | SECTION", file, lines[0])
		}
		examples = append(examples, example{name, section, lines[1][2:], lines[2][2:], lines[3]})
	}
	return examples, nil
}

// writeExampleFile writes examples back, with the comment that the file begins with.
func writeExampleFile(t *testing.T, file string, examples []example) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(data), "=== ")
	var b strings.Builder
	b.WriteString(comment)
	for _, e := range examples {
		fmt.Fprintf(&b, "=== %s | %s\n$ %s\n%% %s\n%s", e.name, e.section, e.gnu, e.skua, e.want)
		if !strings.HasSuffix(e.want, "\n") && e.want != "" {
			b.WriteByte('\n')
		}
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
