package main

import (
	"os/exec"
	"testing"
)

// A process that submits is a node too, so it needs no other.
func TestSquares(t *testing.T) {
	out, err := exec.Command("go", "run", ".", "-join", t.TempDir(), "-submit", "5").CombinedOutput()
	if want := "0\n1\n4\n9\n16\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}
