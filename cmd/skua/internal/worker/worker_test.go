package worker

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

func TestWorker_usage(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exit.Usage, "--join is missing", nil},
		{exit.Usage, "nobody else reaches a cluster there", []string{"--join", "alone:" + dir}},
		{exit.Usage, `unknown place "work" (a directory here is written ./work)`, []string{"--join", "work"}},
		{exit.NotStarted, "scheme is neither nats nor tls", []string{"--join", "http://localhost"}},
		{exit.NotStarted, "cannot be reached", []string{"--join", "nats://127.0.0.1:1"}},
		{exit.NotStarted, "not a directory", []string{"--join", filepath.Join(os.Args[0], "x")}},
		{exit.Usage, "--slots is -1", []string{"--join", dir + "/", "--slots", "-1"}},
		{exit.NotStarted, "--health: listen tcp: address 99999: invalid port", []string{"--join", dir + "/", "--health", ":99999"}},
		{exit.NotStarted, `Config.Name "a b"`, []string{"--join", dir + "/", "--name", "a b"}},
		{exit.NotStarted, "Lease is 1ms: want at least 300ms", []string{"--join", dir + "/", "--lease", "1ms"}},
		{exit.Usage, "--lease is -1s", []string{"--join", dir + "/", "--lease", "-1s"}},
		{exit.Usage, "--replicas is 2: want 1, 3 or 5", []string{"--join", dir + "/", "--replicas", "2"}},
		{exit.Usage, `--max-store is "50%": want bytes`, []string{"--join", dir + "/", "--max-store", "50%"}},
		{exit.Usage, `--policy has "wide": want some of affinity, deep, giveback`, []string{"--join", dir + "/", "--policy", "wide"}},
		{exit.NotStarted, "GiveBack with StealNone", []string{"--join", dir + "/", "--policy", "giveback,nosteal"}},
		{exit.Usage, "unknown command", []string{"now"}},
	} {
		code, stdout, stderr := tooltest.Run(t, "", append([]string{"worker"}, c.args...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("skua worker %q: exit code %d, stdout %q, stderr %q; want %d and %q", c.args, code, stdout, stderr, c.code, c.want)
		}
	}
}

func TestParsePolicy(t *testing.T) {
	for text, want := range map[string]cluster.Policy{
		"shallow":        {},
		"strict":         {Depth: cluster.NoPrefetch},
		"deep, one":      {Depth: 64, Steal: cluster.StealOne},
		"giveback":       {GiveBack: true},
		"deep,nosteal":   {Depth: 64, Steal: cluster.StealNone},
		"strict,shallow": {},
	} {
		if p, err := parsePolicy(text); err != nil || p != want {
			t.Errorf("%q is %+v, %v; want %+v", text, p, err, want)
		}
	}
	for name := range policies {
		if !strings.Contains(policiesHelp, "  "+name+" ") {
			t.Errorf("the help does not say what %s is", name)
		}
	}
	for name := range handlers {
		if !strings.Contains(handlersHelp, "  "+name+" ") {
			t.Errorf("the help does not say what %s is", name)
		}
	}
}

// TestWorker_drains lets one node leave while it runs a task and holds others: the
// task ends there, and the others elsewhere, without waiting for a lease.
func TestWorker_drains(t *testing.T) {
	dir, open := t.TempDir(), filepath.Join(t.TempDir(), "open")
	t.Setenv(gate, open)
	tooltest.StartHost(t, dir)
	first := tooltest.StartWorker(t, dir, "--name", "first", "--slots", "1", "--policy", "deep")
	const payloads = "wait\n1\n2\n3\n4\n"
	job := strings.TrimSpace(tooltest.Must(t, payloads, "cluster", "submit", "--join", dir, "--detach", "gate"))
	tooltest.Until(t, "a task runs", func() bool {
		d := tooltest.StatusOf(t, dir)
		return len(d.Nodes) == 1 && d.Nodes[0].Running == 1
	})
	first.Signal(t, syscall.SIGTERM)
	tooltest.StartWorker(t, dir, "--name", "second", "--policy", "strict,nosteal")
	tooltest.Until(t, "the second has run what the first gave back", func() bool {
		for _, n := range tooltest.StatusOf(t, dir).Nodes {
			if n.Name == "second" && n.Executed == 4 {
				return true
			}
		}
		return false
	})
	tooltest.WriteFile(t, open, "")
	if code, _ := first.End(t); code != exit.OK {
		t.Errorf("exit code %d after a drain, want 0: %s", code, first.Messages())
	}
	first.Says(t, "gives back [1-4] un-started tasks, ends 1 running task.*\n.*node first has left after 1 execution")
	if out := tooltest.Must(t, "", "cluster", "results", "--join", dir, job); out != payloads {
		t.Errorf("the results are %q, want %q", out, payloads)
	}
}

// A worker whose only slot is lost to a task that goes on after its timeout says so and ends, and
// the task has failed.
func TestWorker_useless(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(gate, filepath.Join(t.TempDir(), "never"))
	p := tooltest.StartWorker(t, dir, "--slots", "1")
	code, _, msg := tooltest.Run(t, "", "cluster", "submit", "--join", dir, "--attempts", "1", "--timeout", "1ms", "gate", "wait")
	if code != exit.Failed || !strings.Contains(msg, "longer than its timeout: 1ms") {
		t.Errorf("submit: exit code %d, %q; want a failure that names the timeout", code, msg)
	}
	if code, _ := p.End(t); code != exit.Failed || !strings.Contains(p.Messages(), "no slot is left of 1") {
		t.Errorf("the worker: exit code %d, %q; want an error that says that its slot is lost", code, p.Messages())
	}
	code, _, msg = tooltest.Run(t, "", "cluster", "submit", "--join", dir, "--timeout", "-1s", "--keep", "-1h", "gate")
	if code != exit.Usage || !strings.Contains(msg, "--timeout is -1s") || !strings.Contains(msg, "--keep is -1h0m0s") {
		t.Errorf("negative durations: exit code %d, %q", code, msg)
	}
}

// TestWorker_health asks a node that works, and later one that drains.
func TestWorker_health(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(gate, filepath.Join(t.TempDir(), "open"))
	p := tooltest.StartWorker(t, dir, "--name", "n", "--slots", "1", "--health", "127.0.0.1:0")
	p.Says(t, `its health is at http://.*/ready`)
	url := regexp.MustCompile(`http://.*/ready`).FindString(p.Messages())
	ask := func() (int, string) {
		t.Helper()
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	tooltest.Until(t, "the node is ready", func() bool { code, text := ask(); return code == 200 && text == "ready\n" })
	tooltest.Must(t, "wait", "cluster", "submit", "--join", dir, "--detach", "gate")
	tooltest.Until(t, "a task runs", func() bool {
		d := tooltest.StatusOf(t, dir)
		return len(d.Nodes) == 1 && d.Nodes[0].Running == 1
	})
	p.Signal(t, syscall.SIGTERM)
	tooltest.Until(t, "the node says that it leaves", func() bool {
		code, text := ask()
		return code == 503 && text == "node n does not work: its state is draining\n"
	})
	tooltest.WriteFile(t, os.Getenv(gate), "")
	if code, _ := p.End(t); code != exit.OK {
		t.Errorf("exit code %d, want 0: %s", code, p.Messages())
	}
}

func TestWorker_secondSignalKills(t *testing.T) {
	dir := t.TempDir()
	p := tooltest.StartWorker(t, dir, "--slots", "1")
	tooltest.Must(t, "", "cluster", "submit", "--join", dir, "--detach", "sleep", "1h")
	tooltest.Until(t, "a task runs", func() bool {
		d := tooltest.StatusOf(t, dir)
		return len(d.Nodes) == 1 && d.Nodes[0].Running == 1
	})
	p.Signal(t, os.Interrupt)
	p.Says(t, "another signal kills")
	p.Signal(t, os.Interrupt)
	if code, killed := p.End(t); killed != syscall.SIGINT {
		t.Errorf("exit code %d, signal %v, want to be killed by SIGINT: %s", code, killed, p.Messages())
	}
}

func TestWorker_json(t *testing.T) {
	p := tooltest.StartWorker(t, t.TempDir(), "--json", "--name", "n")
	p.Signal(t, syscall.SIGTERM)
	p.End(t)
	lines := strings.Split(strings.TrimSpace(p.Messages()), "\n")
	for _, line := range lines {
		var l logLine
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Time.IsZero() || l.Message == "" {
			t.Errorf("%q is no message in JSON: %v", line, err)
		}
	}
	if len(lines) < 3 {
		t.Errorf("%d messages, want joined, gives back, has left:\n%s", len(lines), p.Messages())
	}
}

// TestWorkerLog writes lines in parts, as any writer may.
func TestWorkerLog(t *testing.T) {
	var out strings.Builder
	l := newMessages(&out, false)
	for _, part := range []string{"one\ntwo", "", " and\x1b\n", "rest"} {
		fmt.Fprint(l, part)
	}
	l.say("%d", 3)
	if want := "skua: worker: one\nskua: worker: two and\\x1b\nskua: worker: 3\n"; out.String() != want {
		t.Errorf("the log is %q, want %q", out.String(), want)
	}
}

// TestWorker_guest does not say when the node rests: that depends on what else
// this machine does. The first guest is told to end, the second loses the process
// that the user started.
func TestWorker_guest(t *testing.T) {
	dir := t.TempDir()
	p := tooltest.StartWorker(t, dir, "--idle")
	p.Says(t, "guest: nice 19")
	if strings.Contains(p.Messages(), "not the first of its session") {
		t.Errorf("the guest does not lead its session: %s", p.Messages())
	}
	p.Signal(t, syscall.SIGTERM)
	if code, _ := p.End(t); code != exit.OK {
		t.Errorf("exit code %d, want 0: %s", code, p.Messages())
	}
	p = tooltest.StartWorker(t, dir, "--idle", "--lease", "1h")
	p.Signal(t, syscall.SIGKILL)
	p.Says(t, "has left")
}
