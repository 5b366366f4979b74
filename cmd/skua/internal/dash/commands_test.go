package dash_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/dashboard"
)

const address = "--dashboard=127.0.0.1:0"

// shown waits until a process shows a frame that is as wanted.
func shown(t *testing.T, p *tooltest.Process, as func(*dashboard.Frame) bool) {
	t.Helper()
	p.Says(t, `the dashboard is at http://127\.0\.0\.1:\d+/`)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(p.Messages())
	tooltest.Until(t, "the dashboard shows what happens", func() bool {
		response, err := http.Get(url + "frame.json")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var f dashboard.Frame
		if err := json.NewDecoder(response.Body).Decode(&f); err != nil {
			t.Fatal(err)
		}
		return as(&f)
	})
}

// A pool that works is recorded, and shown while it works.
func TestDashboard_run(t *testing.T) {
	p := tooltest.Start(t, nil, "run", "fib", "--n", "27", "--runs", "1000", "--workers", "2", address)
	shown(t, p, func(f *dashboard.Frame) bool { return f.Workers == 2 && f.Live && f.Calls > 2 && len(f.Lines) > 0 })
	p.Signal(t, syscall.SIGINT)
	if code, _ := p.End(t); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
}

func TestDashboard_hash(t *testing.T) {
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	p := tooltest.Start(t, in, "hash", "--check", "-", "--workers", "3", address)
	shown(t, p, func(f *dashboard.Frame) bool {
		return f.Workers == 3 && f.Live && strings.Contains(f.Title, "hash --check")
	})
	io.WriteString(feed, strings.Repeat("0", 64)+"  /does/not/exist\n")
	feed.Close()
	if code, _ := p.End(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

func TestDashboard_each(t *testing.T) {
	p := tooltest.Start(t, nil, "each", "-j2", address, "sleep", ":::", "1000", "1000", "1000")
	shown(t, p, func(f *dashboard.Frame) bool {
		return f.Progress == dashboard.Progress{Total: 3, What: "commands"} && f.Cluster != nil &&
			len(f.Cluster.Nodes) == 1 && f.Cluster.Nodes[0].Running == 2 && f.Cluster.Nodes[0].Slots == 2
	})
	p.Signal(t, syscall.SIGINT)
	p.End(t)
}

func TestDashboard_lab(t *testing.T) {
	p := tooltest.Start(t, nil, "lab", "run", "overheads", "--out", t.TempDir(), address)
	shown(t, p, func(f *dashboard.Frame) bool { return f.Progress.Total > 0 && strings.Contains(f.Progress.What, "e") })
	p.Signal(t, syscall.SIGINT)
	p.End(t)
}

// Nodes, submitters and lookers-on all show the cluster.
func TestDashboard_cluster(t *testing.T) {
	dir := t.TempDir() + "/work"
	node := tooltest.StartWorker(t, dir, "--slots", "2", address)
	submit := tooltest.Start(t, nil, "cluster", "submit", "--join", dir, "--id", "naps", address, "sleep", "1h", "1h", "1h", "1h", "1h", "1h")
	status := tooltest.Start(t, nil, "cluster", "status", "--join", dir, address)
	for _, p := range []*tooltest.Process{node, submit, status} {
		shown(t, p, func(f *dashboard.Frame) bool {
			c := f.Cluster
			return c != nil && len(c.Nodes) == 1 && c.Running == 2 && len(c.Jobs) == 1 && c.Jobs[0].ID == "naps" && c.Jobs[0].Tasks == 6 &&
				c.Running+c.Held+c.Waiting == 6
		})
	}
	for _, p := range []*tooltest.Process{status, submit} {
		p.Signal(t, syscall.SIGINT)
		p.End(t)
	}
}

// An address that others reach starts nothing.
func TestDashboard_refused(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "nonsense"} {
		p := tooltest.Start(t, nil, "run", "fib", "--n", "5", "--runs", "1", "--dashboard", address)
		if code, _ := p.End(t); code != 3 || !strings.Contains(p.Messages(), "--dashboard") || p.Printed() != "" {
			t.Errorf("%s: exit code %d, printed %q, said %q; want 3", address, code, p.Printed(), p.Messages())
		}
	}
}
