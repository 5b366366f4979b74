//go:build unix

package each

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/sshlab"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// A far is a lab of hosts, and a working directory of the tool.
type far struct {
	*sshlab.Lab
	t    *testing.T
	work string
}

func newFar(t *testing.T, names ...string) *far {
	t.Helper()
	if err := sshlab.Ready(); err != nil {
		t.Skip(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lab, err := sshlab.New(dir, []string{tooltest.AsTool}, names...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lab.Close)
	f := &far{lab, t, filepath.Join(dir, "work")}
	if err := errors.Join(lab.Refuse("closed"), lab.Configure(""), os.Mkdir(f.work, 0o755)); err != nil {
		t.Fatal(err)
	}
	return f
}

// each prepares skua each in the working directory.
func (f *far) each(args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	cmd = tooltest.Tool(append([]string{"each", "--ssh", "ssh -F " + f.Config}, args...)...)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Dir, cmd.Stdout, cmd.Stderr = f.work, stdout, stderr
	return cmd, stdout, stderr
}

// run runs it, and returns its exit code.
func (f *far) run(args ...string) (code int, stdout, stderr string) {
	f.t.Helper()
	cmd, out, msg := f.each(args...)
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		f.t.Fatal(err)
	}
	return tooltest.Code(cmd.ProcessState), out.String(), msg.String()
}

func (f *far) text(name string) string {
	b, err := os.ReadFile(filepath.Join(f.work, name))
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestEachOn sends files to two hosts and this machine, and has the results back in order.
func TestEachOn(t *testing.T) {
	f := newFar(t, "a", "b")
	args := []string{"--on", "closed,a/1,2/b", "-k", "--joblog", "log", "--shell", "tr a-z A-Z <{} >{.}.up; echo {/.}; exit $(({/.} == 7))", ":::"}
	for i := range 30 {
		name := fmt.Sprintf("%d.txt", i)
		if err := os.WriteFile(filepath.Join(f.work, name), fmt.Appendf(nil, "text %d\n", i), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	code, stdout, stderr := f.run(args...)
	var want strings.Builder
	for i := range 30 {
		fmt.Fprintln(&want, i)
		if got := f.text(fmt.Sprintf("%d.up", i)); got != fmt.Sprintf("TEXT %d\n", i) {
			t.Errorf("result %d: %q", i, got)
		}
	}
	if code != exit.Failed || stdout != want.String() || !strings.Contains(stderr, "skua: each: host closed: ssh: connect to host 127.0.0.1 port ") || !strings.Contains(stderr, "exit code 1") {
		t.Errorf("exit code %d, output %q; it says:\n%s", code, stdout, stderr)
	}
	log := f.text("log")
	for _, want := range []string{"\ta\t", "\tb\t"} {
		if !strings.Contains(log, want) {
			t.Errorf("the joblog has no %q:\n%s", want, log)
		}
	}
	for _, host := range []string{"a", "b"} {
		tooltest.Until(t, host+" tidies up", func() bool { return len(f.Left(host)) == 0 })
	}
}

// TestEachOn_codes: what happens if hosts are not there, or flags make no sense.
func TestEachOn_codes(t *testing.T) {
	f := newFar(t)
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--on|closed", exit.NotStarted, "skua: each: host closed: "},
		{"--on|no host", exit.Usage, `--on: "no host" is no host`},
		{"--on|a,a", exit.Usage, "named twice"},
		{"--on|closed|--remote-skua|/x;y", exit.NotStarted, "--remote-skua"},
		{"--shared", exit.Usage, "need --on"},
		{"--on|closed,:|-j1", exit.OK, "host closed: "},
		{"--on|closed|--dry-run", exit.OK, ""},
	} {
		code, stdout, stderr := f.run(append(strings.Split(c.args, "|"), "echo", ":::", "1")...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q, want %q", c.args, code, c.code, stderr, c.says)
		}
		if ok := stdout != ""; ok != (c.code == exit.OK) {
			t.Errorf("%s: output %q", c.args, stdout)
		}
	}
	if code, _, stderr := f.run("echo", ":::", "1"); code != exit.Usage || !strings.Contains(stderr, "--ssh") {
		t.Errorf("--ssh without --on: exit code %d, %s", code, stderr)
	}
}

// blocked runs ten commands of which all but the first two to start, whichever these are, wait for
// a file, and waits until two have ended. Each command notes that it ran.
func blocked(t *testing.T, f *far) (args []string, cmd *exec.Cmd, open func()) {
	t.Helper()
	gate, ran := filepath.Join(f.Dir, "gate"), filepath.Join(f.Dir, "ran")
	args = []string{"--on", "a/2", "--joblog", "log", "--resume", "--shell",
		"mkdir " + gate + ".1 || mkdir " + gate + ".2 || until test -e " + gate + "; do sleep 0.01; done; echo {} >>" + ran + "; echo {} >out-{}", ":::"}
	for i := range 10 {
		args = append(args, fmt.Sprint(i+1))
	}
	cmd, _, _ = f.each(args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tooltest.Until(t, "two commands end", func() bool { return strings.Count(f.text("log"), "\n") >= 3 })
	return args, cmd, func() {
		if err := os.WriteFile(gate, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// finish resumes what blocked has begun. Nothing may be lost or run again that is in the joblog.
func finish(t *testing.T, f *far, args []string, open func()) {
	t.Helper()
	tooltest.Until(t, "the host tidies up", func() bool { return len(f.Left("a")) == 0 })
	if all, _ := filepath.Glob(filepath.Join(f.work, "out-*")); len(all) != 2 {
		t.Errorf("results before --resume: %v", all)
	}
	open()
	if code, _, stderr := f.run(args...); code != exit.OK {
		t.Errorf("--resume: exit code %d: %s", code, stderr)
	}
	ran, err := os.ReadFile(filepath.Join(f.Dir, "ran"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		line := fmt.Sprintln(i + 1)
		if n := strings.Count("\n"+string(ran), "\n"+line); n != 1 || f.text(fmt.Sprintf("out-%d", i+1)) != line {
			t.Errorf("command %d ran %d times to its end, result %q", i+1, n, f.text(fmt.Sprintf("out-%d", i+1)))
		}
	}
	if all, _ := filepath.Glob(filepath.Join(f.work, ".skua-*")); len(all) > 0 {
		t.Errorf("left behind: %v", all)
	}
}

func TestEachOn_killedAndResumed(t *testing.T) {
	f := newFar(t, "a")
	args, cmd, open := blocked(t, f)
	cmd.Process.Kill()
	cmd.Wait()
	finish(t, f, args, open)
}

func TestEachOn_interruptedAndResumed(t *testing.T) {
	f := newFar(t, "a")
	args, cmd, open := blocked(t, f)
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if code := tooltest.Code(cmd.ProcessState); code != exit.Interrupted {
		t.Errorf("exit code %d, want %d", code, exit.Interrupted)
	}
	finish(t, f, args, open)
}
