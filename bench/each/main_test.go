package main

import (
	"bytes"
	"strings"
	"testing"
)

// Every way that is installed does its work, and each table has skua.
func TestEveryWay(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), []string{"-n", "20", "-inputs", "200", "-copies", "2", "-rounds", "1"}, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if n := strings.Count(stdout.String(), "\n| skua each"); n != 4 {
		t.Errorf("%d rows of skua; want 4\n%s", n, &stdout)
	}
}

// A way that loses output is an error.
func TestLostOutput(t *testing.T) {
	w := printing(7, options{}.way(empty, "short", 1, "echo", "hello"))
	if _, err := w.Take(t.Context()); err == nil || !strings.Contains(err.Error(), "6 bytes") {
		t.Errorf("error %v; want one that says 6 bytes", err)
	}
}
