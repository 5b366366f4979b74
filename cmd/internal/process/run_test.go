//go:build unix

package process

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// TestMain lets the test binary be a dispatcher that is killed.
func TestMain(m *testing.M) {
	if script := os.Getenv(asDispatcher); script != "" {
		Run(context.Background(), &each.Command{Script: script}, "", new(batch.Streams))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const asDispatcher = "SKUA_TEST_DISPATCHER"

// run runs a command to its end.
func run(t *testing.T, c *each.Command, dir string) (o batch.Outcome, stdout, stderr string) {
	t.Helper()
	var s batch.Streams
	defer s.Close()
	o = Run(t.Context(), c, dir, &s)
	return o, text(t, &s.Out), text(t, &s.Err)
}

func text(t *testing.T, s *batch.Spool) string {
	t.Helper()
	data, err := io.ReadAll(io.NewSectionReader(s, 0, s.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func words(w ...string) *each.Command { return &each.Command{Argv: w} }

func script(s string) *each.Command { return &each.Command{Script: s} }

// file makes a file in a directory of the test.
func file(t *testing.T, dir, name, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRun_exit: exit codes and signals are those of a shell.
func TestRun_exit(t *testing.T) {
	dir := t.TempDir()
	plain := file(t, dir, "plain", "#!/bin/sh\n", 0o644)
	bare := file(t, dir, "bare", "\x00\x01", 0o755)
	lost := file(t, dir, "lost", "#!/no/such/interpreter\n", 0o755)
	t.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+dir)
	for _, c := range []struct {
		command      *each.Command
		dir          string
		exit, signal int
		err          string
	}{
		{command: words("true")},
		{command: words("sh", "-c", "exit 7"), exit: 7},
		{command: script("exit 8"), exit: 8},
		{command: script("kill -9 $$"), signal: 9},
		{command: script("kill -15 $$"), signal: 15},
		{command: words("./plain"), dir: dir, exit: 126, err: "permission denied"},
		{command: words(plain), exit: 126, err: "permission denied"},
		{command: words("plain"), exit: 126, err: "permission denied"},
		{command: words(dir), exit: 126, err: "permission denied"},
		{command: words(bare), exit: 126, err: "exec format error"},
		{command: words(lost), exit: 126, err: "interpreter"},
		{command: words("no-such-program"), exit: 127, err: "no-such-program: no such program in PATH"},
		{command: words("./no-such-program"), exit: 127, err: "./no-such-program: no such program"},
		{command: words("true"), dir: filepath.Join(dir, "nowhere"), exit: 126, err: "nowhere"},
		{command: words("true"), dir: plain, exit: 126, err: "not a directory"},
		{command: words(), exit: 126, err: "the command is empty"},
		{command: words("true", strings.Repeat("x", 8<<20)), exit: 126, err: "argument list too long"},
	} {
		o, _, _ := run(t, c.command, c.dir)
		if o.State != batch.Ended || o.Exit != c.exit || o.Signal != c.signal || o.TimedOut {
			t.Errorf("%.40q: outcome %+v, want exit code %d and signal %d", c.command.Text(), o, c.exit, c.signal)
		}
		if said := errors.Join(o.Err); (said != nil) != (c.err != "") || said != nil && !strings.Contains(said.Error(), c.err) {
			t.Errorf("%.40q: error %.200v, want one of %q", c.command.Text(), said, c.err)
		}
	}
}

// TestRun_streams: output and messages are apart, and there is no input.
func TestRun_streams(t *testing.T) {
	o, stdout, stderr := run(t, script("cat; echo out; echo err >&2; echo more"), "")
	if !o.OK() || stdout != "out\nmore\n" || stderr != "err\n" {
		t.Errorf("outcome %+v, output %q, messages %q", o, stdout, stderr)
	}
}

// TestRun_environment: what is added replaces what is inherited, and PWD is right.
func TestRun_environment(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &each.Command{Argv: []string{"env"}, Env: []string{"HOME=/old", "HOME=/nowhere", "NEW_OF_TEST=a=b"}}
	_, stdout, _ := run(t, c, dir)
	for _, want := range []string{"HOME=/nowhere", "NEW_OF_TEST=a=b", "PWD=" + dir} {
		name, _, _ := strings.Cut(want, "=")
		if strings.Count("\n"+stdout, "\n"+want+"\n") != 1 || strings.Count("\n"+stdout, "\n"+name+"=") != 1 {
			t.Errorf("the environment has not once %s:\n%s", want, stdout)
		}
	}
}

// TestRun_use: time and memory of a command are known.
func TestRun_use(t *testing.T) {
	o, _, _ := run(t, words("true"), "")
	if o.MaxRSS < 64<<10 || o.Took <= 0 || o.Start.IsZero() || o.Host != ":" {
		t.Errorf("outcome %+v, want memory, time, start and host", o)
	}
}

// TestRun_late: a command whose batch has ended does not start.
func TestRun_late(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := Run(ctx, words("touch", filepath.Join(dir, "x")), "", new(batch.Streams))
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil || o.State != batch.Interrupted {
		t.Errorf("outcome %+v, file %v; want Interrupted and no file", o, err)
	}
}

// TestRun_busy: a program that is still open for writing is tried again.
func TestRun_busy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	open, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open.WriteString("#!/bin/sh\necho ran\n"); err != nil {
		t.Fatal(err)
	}
	var s batch.Streams
	defer s.Close()
	first, err := resolve(words(path), "")
	if err != nil {
		t.Fatal(err)
	}
	if first.out, err = s.Out.File(); err != nil {
		t.Fatal(err)
	}
	first.err = first.out
	if _, err := start(first); err == nil || !passing(err) {
		t.Logf("this system starts programs that are open for writing: %v", err)
	}
	time.AfterFunc(20*time.Millisecond, func() { open.Close() }) // sooner is as good
	if o := Run(t.Context(), words(path), "", &s); !o.OK() || !strings.HasSuffix(text(t, &s.Out), "ran\n") {
		t.Errorf("outcome %+v, output %q", o, text(t, &s.Out))
	}
}

// lines reads lines of what a command writes to a pipe.
func lines(t *testing.T, r io.Reader, n int) (all []string) {
	t.Helper()
	for in := bufio.NewScanner(r); len(all) < n; all = append(all, in.Text()) {
		if !in.Scan() {
			t.Fatalf("%d lines %q and an end, want %d", len(all), all, n)
		}
	}
	return all
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "good", "#!/bin/sh\n", 0o755)
	file(t, dir, "plain", "#!/bin/sh\n", 0o644)
	for _, c := range []struct{ name, dir, want string }{
		{"sh", "", ""},
		{"/bin/sh", "", ""},
		{"./good", dir, ""},
		{"./plain", dir, "./plain: permission denied"},
		{"./other", dir, "./other: no such program"},
		{"good", dir, "good: no such program in PATH"},
	} {
		err := Check(c.name, c.dir)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("Check(%q) is %v, want %q", c.name, err, c.want)
		}
	}
}
