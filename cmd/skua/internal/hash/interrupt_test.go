//go:build linux

package hash

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// endlessTree has some small files, and in the middle one that takes many minutes.
func endlessTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"a", "b/c", "z"} {
		tooltest.WriteFile(t, filepath.Join(dir, name), name)
	}
	tooltest.WriteFile(t, filepath.Join(dir, "m"), "")
	if err := os.Truncate(filepath.Join(dir, "m"), 8<<40); err != nil {
		t.Skip(err)
	}
	return dir
}

var wholeLines = regexp.MustCompile(`^(\\?[0-9a-f]{64}  [^\n]+\n)*$`)

// interrupted runs the tool until ready says so, sends sig, and returns the output
// that read then finds in the pipe. The tool must end at once, with 130 or, for
// SIGTERM, 143.
func interrupted(t *testing.T, sig os.Signal, cmd *exec.Cmd, ready func(*bufio.Reader)) string {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	in := bufio.NewReader(r)
	ready(in)
	sent := time.Now()
	if err := cmd.Process.Signal(sig); err != nil {
		t.Error(err)
	}
	cmd.Wait()
	want := 128 + int(sig.(syscall.Signal))
	if code, took := tooltest.Code(cmd.ProcessState), time.Since(sent); code != want || took > tooltest.Patience {
		t.Errorf("exit code %d after %v, want %d at once; stderr %s", code, took, want, stderr.String())
	}
	if !strings.Contains(stderr.String(), "skua: interrupted") {
		t.Errorf("stderr is %q, want that it was interrupted", stderr.String())
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// firstLine is ready when a line was printed, which it leaves in the reader.
func firstLine(in *bufio.Reader) {
	for n := 1; ; n++ {
		text, err := in.Peek(n)
		if err != nil || text[n-1] == '\n' {
			return
		}
	}
}

// inCall returns the system call, of that number and a first argument that ends so, in
// which a thread of process pid is: with all that tells it from others, or nothing.
func inCall(t *testing.T, pid, number int, argument string) string {
	t.Helper()
	calls, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range calls {
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrPermission) {
			t.Log("cannot see system calls, so the interrupt may come early:", err)
			return "unknown"
		}
		if f := strings.Fields(string(text)); len(f) > 1 && f[0] == fmt.Sprint(number) && strings.HasSuffix(f[1], argument) {
			return name + string(text)
		}
	}
	return ""
}

func TestHash_interrupt(t *testing.T) {
	dir := endlessTree(t)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		for _, workers := range []string{"1", "3"} {
			out := interrupted(t, sig, hashTool(t, dir, ".", "--workers", workers), firstLine)
			if !wholeLines.MatchString(out) || !strings.Contains(out, "  ./a\n") || !strings.HasSuffix(out, "  ./b/c\n") {
				t.Errorf("%v, %s workers: output %q, want the whole lines of a and b/c", sig, workers, out)
			}
		}
	}
}

// TestHash_interruptJSON: the document of an interrupted run is still one.
func TestHash_interruptJSON(t *testing.T) {
	cmd := hashTool(t, endlessTree(t), ".", "--json")
	out := interrupted(t, os.Interrupt, cmd, firstLine)
	if r := hashJSON(t, out); !r.Interrupted || len(r.Files) != 2 {
		t.Errorf("interrupted=%t with %d files, want true with 2", r.Interrupted, len(r.Files))
	}
}

// TestHash_interruptBlocked: nobody reads the output, so the tool hangs in a
// write, and still ends and leaves no half line behind.
func TestHash_interruptBlocked(t *testing.T) {
	dir := t.TempDir()
	for i := range 2000 { // 200 kB of output; a pipe takes 64
		tooltest.WriteFile(t, filepath.Join(dir, strings.Repeat("x", 1+i%50), string(rune('A'+i/50))), "")
	}
	cmd := hashTool(t, dir, dir)
	out := interrupted(t, os.Interrupt, cmd, func(*bufio.Reader) {
		for inCall(t, cmd.Process.Pid, syscall.SYS_WRITE, "0x1") == "" {
			time.Sleep(time.Millisecond)
		}
	})
	if lines := strings.Count(out, "\n"); !wholeLines.MatchString(out) || lines == 0 || lines >= 2000 {
		t.Errorf("%d lines that end in %q, want some whole lines", lines, out[max(0, len(out)-100):])
	}
}

// TestHash_interruptPipe: the sums come from a named pipe that nobody writes into,
// so the tool hangs while it opens it.
func TestHash_interruptPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "SUMS"), 0o600); err != nil {
		t.Fatal(err)
	}
	const here = "ffffff9c" // AT_FDCWD
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := hashTool(t, dir, "--check", "SUMS")
		out := interrupted(t, sig, cmd, func(*bufio.Reader) {
			last, same := "", 0
			deadline := time.Now().Add(time.Minute)
			for same < 50 && time.Now().Before(deadline) { // calls of openat at the start are short
				now := inCall(t, cmd.Process.Pid, syscall.SYS_OPENAT, here)
				if now == "" || now != last {
					last, same = now, 0
				}
				same++
				time.Sleep(time.Millisecond)
			}
		})
		if out != "" {
			t.Errorf("%v: output %q", sig, out)
		}
	}
}
