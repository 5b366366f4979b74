//go:build unix

package cluster

import (
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// A command whose server stands still says what it waits for.
func TestCluster_stoppedHost(t *testing.T) {
	dir := t.TempDir()
	host := tooltest.StartWorker(t, dir)
	host.Signal(t, syscall.SIGSTOP)
	status := tooltest.Start(t, nil, "cluster", "status", "--join", dir)
	status.Says(t, "still waits for the server; in a directory the file lock names the process")
	host.Signal(t, syscall.SIGCONT)
	if code, _ := status.End(t); code != exit.OK {
		t.Errorf("exit code %d after the host goes on: %s", code, status.Messages())
	}
}
