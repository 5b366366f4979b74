//go:build asynq && (unix || windows)

package main

import (
	"strings"
	"testing"
)

func TestNotInstalled_asynq(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout, stderr := tool(t, "-n", "10", "-turns", "2", "-only", "asynq, 2 workers")
	want := "asynq, 2 workers: left out: redis-server is not installed (-install gets it from Debian)\n"
	if code != 0 || stderr != want || !strings.Contains(stdout, "| asynq, 2 workers") {
		t.Errorf("exit code %d, %q on standard error, want %q; the table\n%s", code, stderr, want, stdout)
	}
}
