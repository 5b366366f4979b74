package lab

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestLabNode wants the hidden command to be there, hidden, and to say whose it is.
func TestLabNode(t *testing.T) {
	code, stdout, stderr := tooltest.Run(t, "", "lab", node)
	if code != exit.Failed || stdout != "" || !strings.Contains(stderr, "skua lab run") {
		t.Errorf("exit code %d, stdout %q, stderr %q; want that nobody gave it orders", code, stdout, stderr)
	}
	if _, help, _ := tooltest.Run(t, "", "lab", "--help"); strings.Contains(help, node+" ") {
		t.Errorf("the help of lab shows what is not for users: %q", help)
	}
}
