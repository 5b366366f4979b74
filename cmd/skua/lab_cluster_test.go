package main

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// TestLabNode wants the hidden command to be there, hidden, and to say whose it is.
func TestLabNode(t *testing.T) {
	code, stdout, stderr := runTool(t, "lab", labNode)
	if code != exit.Failed || stdout != "" || !strings.Contains(stderr, "skua lab run") {
		t.Errorf("exit code %d, stdout %q, stderr %q; want that nobody gave it orders", code, stdout, stderr)
	}
	if _, help, _ := runTool(t, "lab", "--help"); strings.Contains(help, labNode+" ") {
		t.Errorf("the help of lab shows what is not for users: %q", help)
	}
}
