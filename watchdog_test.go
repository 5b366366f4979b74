package skua_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

//go:noinline
func theTaskThatWaits(c chan struct{}) { <-c }

//go:noinline
func theTaskThatWaitsForItself(s *skua.Scope) { s.Wait() }

// watched is what the other process of the test of the watchdog does: all but busy
// until it is killed.
var watched = map[string]func(t *testing.T){
	"stuck": func(t *testing.T) {
		pool := newPool(t, 1, skua.WithWatchdog(20*time.Millisecond))
		pool.Run(context.Background(), func(w *skua.Worker) error {
			c := make(chan struct{})
			s := skua.NewScope(context.Background(), w)
			w.Go(s, func(*skua.Worker) error { close(c); return nil })
			theTaskThatWaits(c) // not inside Blocking
			return s.Wait()
		})
	},
	"waits for itself": func(t *testing.T) {
		pool := newPool(t, 2, skua.WithWatchdog(20*time.Millisecond))
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error {
			joinStolen(w, nothing, func(*skua.Worker) { theTaskThatWaitsForItself(s) })
			return nil
		})
		s.Wait()
	},
	"waits for a call in line": func(t *testing.T) {
		pool := newPool(t, 2, skua.WithGuests(1), skua.WithWatchdog(20*time.Millisecond))
		pool.Run(context.Background(), func(w *skua.Worker) error {
			c := make(chan struct{})
			go func() {
				skua.Join(pool, nothing, nothing) // from outside, for all that can be seen
				close(c)
			}()
			skua.Blocking(w, func() { theTaskThatWaits(c) })
			return nil
		})
	},
	"busy": func(t *testing.T) {
		pool := newPool(t, 2, skua.WithWatchdog(100*time.Millisecond))
		for start := time.Now(); time.Since(start) < 500*time.Millisecond; {
			wantFib(t, pool, 20)
		}
		wait := func() { time.Sleep(500 * time.Millisecond) }
		pool.Run(context.Background(), func(w *skua.Worker) error { // waits for nobody's work
			skua.Blocking(w, wait)
			return nil
		})
		pool.Run(context.Background(), func(w *skua.Worker) error { // one waits for the other, which blocks
			joinStolen(w, nothing, func(w *skua.Worker) { skua.Blocking(w, wait) })
			return nil
		})
		few := newPool(t, 2, skua.WithGuests(1), skua.WithWatchdog(100*time.Millisecond))
		var wg sync.WaitGroup
		for range 100 { // most wait in line for longer than the watchdog, but the line moves
			wg.Go(func() {
				few.Run(context.Background(), func(*skua.Worker) error { time.Sleep(5 * time.Millisecond); return nil })
			})
		}
		wg.Wait()
		other := newPool(t, 2)
		pool.Run(context.Background(), func(w *skua.Worker) error { // waits for a pool that works
			skua.Blocking(w, func() { skua.Join(other, func(*skua.Worker) { wait() }, nothing) })
			return nil
		})
	},
}

// TestWatchdog wants a standstill reported with the function that waits, and
// nothing said of a pool that works or waits inside Blocking.
func TestWatchdog(t *testing.T) {
	const child = "SKUA_TEST_WATCHDOG"
	if kind := os.Getenv(child); kind != "" {
		watched[kind](t)
		return
	}
	start := func(kind string) (*exec.Cmd, io.Reader) {
		cmd := again(t)
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
	for kind, want := range map[string]struct{ cause, culprit string }{
		"stuck":                    {"skua: 1 tasks wait", "theTaskThatWaits"},
		"waits for itself":         {"skua: a task waits for a scope that cannot end", "theTaskThatWaitsForItself"},
		"waits for a call in line": {"skua: 1 calls wait in line", "theTaskThatWaits"},
	} {
		cmd, stderr := start(kind)
		lines := bufio.NewScanner(stderr)
		said := false
		for lines.Scan() && !strings.Contains(lines.Text(), want.culprit) {
			said = said || strings.Contains(lines.Text(), want.cause)
		}
		if !said || !strings.Contains(lines.Text(), want.culprit) {
			t.Errorf("%s: the report says why: %v; its stacks end with %q, want the culprit", kind, said, lines.Text())
		}
		cmd.Process.Kill()
		io.Copy(io.Discard, stderr)
		cmd.Wait()
	}

	cmd, stderr := start("busy")
	report, _ := io.ReadAll(stderr)
	if err := cmd.Wait(); err != nil || len(report) > 0 {
		t.Errorf("a pool that works ended by %v and reported:\n%s", err, report)
	}
}
