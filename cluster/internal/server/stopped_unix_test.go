//go:build unix

package server

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A host that is stopped keeps its lock: no other process hosts beside it, one that joins waits
// until its context ends, and all go on when it does.
func TestSharedHostStopped(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	host := spawn(t, dir)
	here := open(t, dir)
	makeStream(t, here.Conn())
	mustStore(t, here.Conn(), "t.a", "one")
	if err := host.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := Open(ctx, mustParse(t, dir), Options{})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), strconv.Itoa(host.cmd.Process.Pid)) {
		t.Errorf("Open beside a stopped host: %v, want the end of its context and the host's number", err)
	}
	t.Logf("Open returned after %v", time.Since(began))
	if here.Hosts() {
		t.Error("hosts beside a stopped host")
	}
	if err := host.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	later := open(t, dir)
	wantStored(t, later.Conn(), "t.a", "one")
	mustStore(t, here.Conn(), "t.b", "two")
	if here.Hosts() || later.Hosts() || len(hosts(host)) != 1 {
		t.Error("the host has changed, though it only slept")
	}
}
