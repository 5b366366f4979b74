package tooltest

import (
	"os"
	"syscall"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// StartWorker starts a node and waits until it has joined.
func StartWorker(t T, dir string, args ...string) *Process {
	t.Helper()
	p := Start(t, nil, append([]string{"worker", "--join", dir}, args...)...)
	p.Says(t, "has joined")
	return p
}

// Found founds a cluster with a lease in a directory.
func Found(t T, dir, lease string) {
	t.Helper()
	p := StartWorker(t, dir, "--lease", lease)
	p.Signal(t, syscall.SIGTERM)
	p.End(t)
}

// StartHost starts a process that hosts the server of dir and does nothing else: a
// submitter that waits for its input.
func StartHost(t T, dir string) {
	t.Helper()
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); feed.Close() })
	Start(t, in, "cluster", "submit", "--join", dir, "--id", "host", "echo")
	Until(t, "the host is there", func() bool {
		code, _, _ := Run(t, "", "cluster", "explain", "--join", dir, "host")
		return code == exit.OK
	})
}

// A Status is what skua cluster status --json says, as far as tests look at it.
type Status struct {
	Nodes []struct {
		Name     string
		Running  int
		Executed int
	}
	Jobs []struct{ ID string }
}

// StatusOf is the status of the cluster in dir.
func StatusOf(t T, dir string) Status {
	t.Helper()
	return Document[Status](t, "cluster", "status", "--join", dir)
}
