//go:build linux

package lab

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// TestLabRun_unwritable: before anything is measured it is known that nothing can be
// kept. In /proc nobody can make files, root included.
func TestLabRun_unwritable(t *testing.T) {
	for _, dir := range []string{"/proc/self", "/proc/new", "/dev/null/new"} {
		code, stdout, stderr := runLab(t, "run", "yes", "--out", dir)
		if code != exit.NotStarted || stdout != "" || strings.Contains(stderr, "[1/1]") || !strings.Contains(stderr, "/"+strings.Split(dir, "/")[1]) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", dir, code, stdout, stderr)
		}
	}
}
