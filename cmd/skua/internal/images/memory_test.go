//go:build linux && !race

// The shadow memory of the race detector is in no budget.

package images

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
)

// TestImages_memory: the process stays below its budget, which is too small for all the
// pictures that it may work on at a time.
func TestImages_memory(t *testing.T) {
	const budget = 300 << 20
	dir := t.TempDir()
	data := string(photo(t, 6000, 4000))
	pictures := expect.Size(4, 4, 8)
	for i := range pictures {
		tooltest.WriteFile(t, fmt.Sprintf("%s/in/%d.jpg", dir, i), data)
	}
	cmd := imagesTool(t, dir, "--resize", "1600x1200", "--out", "out", "-r", "in", "-j", "8", "--memory", "300M")
	_, stderr, code := tooltest.Output(t, cmd)
	if code != exit.OK || !strings.Contains(stderr, fmt.Sprintf("%d ok, 0 failed", pictures)) {
		t.Errorf("exit code %d, stderr\n%s", code, stderr)
	}
	// The kernel counts the test's own memory too, from before the tool was executed.
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	if t.Logf("at most %d MB", peak>>20); peak > budget {
		t.Errorf("it took %d MB, more than its budget of %d MB", peak>>20, budget>>20)
	}
}

// TestImages_tooLarge: a picture that needs more than the whole budget is refused, with
// what it needs.
func TestImages_tooLarge(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, dir+"/in/large.png", claiming(t, 8000))
	tooltest.WriteFile(t, dir+"/in/small.png", string(transparent(t, 80, 80)))
	_, stderr, code := runImages(t, dir, "--resize", "50", "--out", "out", "-r", "in", "--memory", "96M")
	if code != exit.Failed || !strings.Contains(stderr, "in/large.png: 8000x8000, in a file of ") || !strings.Contains(stderr, "1 ok, 1 failed") {
		t.Errorf("exit code %d, stderr\n%s", code, stderr)
	}
}
