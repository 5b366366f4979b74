//go:build linux

package images

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// manyPhotos has enough inputs for a run of one job to take a second or more.
func manyPhotos(t *testing.T) (dir string, n int) {
	t.Helper()
	dir = t.TempDir()
	data := photo(t, 1000, 700)
	n = 16
	for i := range n {
		tooltest.WriteFile(t, fmt.Sprintf("%s/in/%02d.jpg", dir, i), string(data))
	}
	return dir, n
}

// stopped starts a run in a new directory of n inputs, waits for its first output, and
// sends sig. It returns what the run wrote to standard error, its state, and how many
// outputs there are, all whole. A run that was faster than the signal is begun anew.
func stopped(t *testing.T, sig syscall.Signal, args ...string) (dir string, n, done int, stderr string, state *os.ProcessState) {
	t.Helper()
	for range 10 {
		dir, n = manyPhotos(t)
		stderr, state = stop(t, dir, sig, args...)
		if done = checkWhole(t, dir); done < n {
			return dir, n, done, stderr, state
		}
	}
	t.Fatalf("%d runs ended before %v came", 10, sig)
	return
}

// stop runs the tool in dir until there is an output, and sends sig.
func stop(t *testing.T, dir string, sig syscall.Signal, args ...string) (string, *os.ProcessState) {
	t.Helper()
	cmd := imagesTool(t, dir, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if found, err := filepath.Glob(dir + "/out/*.jpg"); err != nil || len(found) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Error("no output within a minute")
			break
		}
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Error(err)
	}
	cmd.Wait()
	return stderr.String(), cmd.ProcessState
}

// checkWhole wants every output to be a whole picture, and returns how many there are.
func checkWhole(t *testing.T, dir string) int {
	t.Helper()
	found, err := filepath.Glob(dir + "/out/*.jpg")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		if m, err := jpeg.Decode(bytes.NewReader(data)); err != nil || m.Bounds().Dx() != 900 {
			t.Errorf("%s is not whole: %v", name, err)
		}
	}
	return len(found)
}

// temps are the temporary files of skua images in the directory of the outputs.
func temps(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(dir + "/out/.skua-images-*")
	if err != nil {
		t.Fatal(err)
	}
	return left
}

var interruptArgs = []string{"--resize", "900", "--out", "out", "-r", "in", "-j", "1", "--joblog", "log"}

// TestImages_interrupt: outputs are whole or absent, no temporary file stays, and the run goes
// on by the joblog, or without.
func TestImages_interrupt(t *testing.T) {
	for _, how := range []struct {
		sig  syscall.Signal
		more []string
		want string
	}{
		{syscall.SIGINT, []string{"--resume"}, " up to date"},
		{syscall.SIGTERM, []string{"--resume", "--force"}, " in the joblog"},
	} {
		dir, n, done, stderr, state := stopped(t, how.sig, interruptArgs...)
		inputs := treeOf(t, dir+"/in")
		if want := 128 + int(how.sig); tooltest.Code(state) != want || !strings.Contains(stderr, "skua: interrupted") {
			t.Errorf("%v: exit code %d, want %d; stderr\n%s", how.sig, tooltest.Code(state), want, stderr)
		}
		if left := temps(t, dir); len(left) > 0 || done == 0 {
			t.Errorf("%v: %d of %d outputs, temporary files %q", how.sig, done, n, left)
		}
		_, stderr, code := runImages(t, dir, append(interruptArgs, how.more...)...)
		if want := fmt.Sprintf("%d ok, 0 failed, %d%s", n-done, done, how.want); code != exit.OK || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, stderr %q, want %q", how.sig, code, stderr, want)
		}
		if got := checkWhole(t, dir); got != n {
			t.Errorf("%v: %d outputs in the end, want %d", how.sig, got, n)
		}
		if !maps.Equal(inputs, treeOf(t, dir+"/in")) {
			t.Errorf("%v: inputs were changed", how.sig)
		}
	}
}

// TestImages_kill: after kill -9 outputs are whole or absent, and the next run makes what is
// missing and removes what was left behind.
func TestImages_kill(t *testing.T) {
	dir, n, done, stderr, state := stopped(t, syscall.SIGKILL, interruptArgs...)
	if status := state.Sys().(syscall.WaitStatus); !status.Signaled() {
		t.Errorf("it ended by %v, stderr\n%s", status, stderr)
	}
	tooltest.WriteFile(t, dir+"/out/.skua-images-TORN.tmp", "torn")
	log, err := os.ReadFile(dir + "/log")
	if err != nil {
		t.Fatal(err)
	}
	logged := strings.Count(string(log), "\n") - 1
	if logged > done {
		t.Errorf("%d of %d outputs, %d lines in the joblog, want fewer", done, n, logged)
	}
	_, stderr, code := runImages(t, dir, append(interruptArgs, "--resume")...)
	if code != exit.OK || checkWhole(t, dir) != n || len(temps(t, dir)) > 0 {
		t.Errorf("exit code %d, %d of %d outputs, temporary files %q, stderr\n%s", code, checkWhole(t, dir), n, temps(t, dir), stderr)
	}
	if log, err = os.ReadFile(dir + "/log"); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(log)) {
		seq, _, _ := strings.Cut(line, "\t")
		if seen[seq] {
			t.Errorf("input %s is in the joblog twice", seq)
		}
		seen[seq] = true
	}
}
