//go:build linux

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestOutput_full gives commands of all kinds an output that takes nothing.
func TestOutput_full(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	for _, args := range []string{
		"--help", "--version", "help run", "run --help", "lab", "completion", "completion bash",
		"hash a", "run fib --n 5", "lab list", "hash --json a",
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer full.Close()
		var stderr bytes.Buffer
		cmd := tooltest.Tool(strings.Fields(args)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, full, &stderr
		cmd.Run()
		text := stderr.String()
		if code := cmd.ProcessState.ExitCode(); code != exit.Failed || strings.Count(text, "no space left") != 1 || strings.Contains(text, "See '") {
			t.Errorf("skua %s: exit code %d, stderr %q; want 1 and the reason", args, code, text)
		}
	}
}

// TestOutput_closed starts the tool without a standard output, and with that of
// which nobody wants to know.
func TestOutput_closed(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	sums, _, _ := tooltest.Output(t, tooltest.ToolIn(dir, "hash", "a"))
	tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), sums)
	tooltest.WriteFile(t, filepath.Join(dir, "BAD"), strings.Replace(sums, sums[:1], "g", 1)+strings.Repeat("0", 64)+"  a\n")
	run := func(script, args string) (code int, stderr string) {
		cmd := tooltest.ToolIn(dir)
		cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `exec "$@" ` + script, "sh", cmd.Args[0]}, strings.Fields(args)...)
		_, stderr, code = tooltest.Output(t, cmd)
		return code, stderr
	}
	for _, args := range []string{
		"--help", "--version", "help run", "run --help", "lab", "completion bash", "hash a", "run fib --n 5", "lab list",
	} {
		if code, stderr := run(">&-", args); code != exit.Failed || stderr != "skua: standard output is closed\n" {
			t.Errorf("skua %s >&-: exit code %d, stderr %q", args, code, stderr)
		}
		if code, stderr := run(">/dev/null", args); code != exit.OK || strings.Contains(stderr, "closed") {
			t.Errorf("skua %s >/dev/null: exit code %d, stderr %q", args, code, stderr)
		}
	}
	// The exit code says all. So a parent may open /dev/null as Go's runtime does.
	for args, want := range map[string]int{"hash --check SUMS": exit.OK, "hash --check BAD": exit.Failed} {
		for _, script := range []string{">&-", "1<>/dev/null"} {
			if code, stderr := run(script, args); code != want || !strings.Contains(stderr, "what skua hash prints is lost\n") {
				t.Errorf("skua %s %s: exit code %d, stderr %q; want %d and a warning", args, script, code, stderr, want)
			}
		}
	}
}
