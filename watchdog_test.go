package skua_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

//go:noinline
func theTaskThatWaits(c chan struct{}) { <-c }

// stuckOrBusy is the other process of the tests of the watchdog.
func stuckOrBusy(t *testing.T, stuck bool) {
	if stuck { // until it is killed
		pool := newPool(t, 1, skua.WithWatchdog(20*time.Millisecond))
		pool.Run(context.Background(), func(w *skua.Worker) error {
			c := make(chan struct{})
			s := skua.NewScope(context.Background(), w)
			w.Go(s, func(*skua.Worker) error { close(c); return nil })
			theTaskThatWaits(c) // not inside Blocking
			return s.Wait()
		})
		return
	}
	pool := newPool(t, 2, skua.WithWatchdog(100*time.Millisecond))
	for start := time.Now(); time.Since(start) < 500*time.Millisecond; {
		wantFib(t, pool, 20)
	}
	pool.Run(context.Background(), func(w *skua.Worker) error { // waits for nobody's work
		skua.Blocking(w, func() { time.Sleep(500 * time.Millisecond) })
		return nil
	})
}

// TestWatchdog wants a standstill reported with the function that waits, and
// nothing said of a pool that works or waits inside Blocking.
func TestWatchdog(t *testing.T) {
	const child = "SKUA_TEST_WATCHDOG"
	if kind := os.Getenv(child); kind != "" {
		stuckOrBusy(t, kind == "stuck")
		return
	}
	start := func(kind string) (*exec.Cmd, io.Reader) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestWatchdog$", "-test.count=1")
		cmd.Env = append(os.Environ(), child+"="+kind)
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, stderr
	}

	defer within(t, time.Minute)()
	cmd, stderr := start("stuck")
	lines := bufio.NewScanner(stderr)
	said := false
	for lines.Scan() && !strings.Contains(lines.Text(), "theTaskThatWaits") {
		said = said || strings.Contains(lines.Text(), "skua: 1 tasks wait")
	}
	if !said || !strings.Contains(lines.Text(), "theTaskThatWaits") {
		t.Errorf("the report says that tasks wait: %v; its stacks end with %q, want the task that waits", said, lines.Text())
	}
	cmd.Process.Kill()
	io.Copy(io.Discard, stderr)
	cmd.Wait()

	cmd, stderr = start("busy")
	report, _ := io.ReadAll(stderr)
	if err := cmd.Wait(); err != nil || len(report) > 0 {
		t.Errorf("a pool that works ended by %v and reported:\n%s", err, report)
	}
}
