//go:build unix

package test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestInterrupt: a signal ends go test with all that it runs, in groups or whole, and the exit code
// tells the signal.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: exit.Interrupted, syscall.SIGTERM: exit.Terminated} {
		for _, split := range []string{"off", "./..."} {
			file := filepath.Join(t.TempDir(), "pid")
			cmd := skuaTest(t, t.TempDir(), "--split="+split, "-count=1", "./hangs")
			cmd.Env = append(cmd.Env, "HANG="+file)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var pid int
			tooltest.Until(t, "the test hangs", func() bool {
				data, err := os.ReadFile(file)
				pid, _ = strconv.Atoi(string(data))
				return err == nil
			})
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if code := tooltest.Code(cmd.ProcessState); code != want {
				t.Errorf("%v, --split=%s: exit code %d, want %d", signal, split, code, want)
			}
			tooltest.Until(t, "the test has ended", func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH })
		}
	}
}
