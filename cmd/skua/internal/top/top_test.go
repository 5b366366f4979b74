package top_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/cmd/skua/internal/top"
	"github.com/skua-go/skua/dashboard"
	"github.com/skua-go/skua/trace"
)

func TestMain(m *testing.M) { tooltest.Main(m, top.Command) }

// fake is a source that says the same each time.
type fake struct{ report *trace.Report }

func (f fake) Report() *trace.Report { return f.report }

func recorded() *trace.Report {
	r := &trace.Report{
		Version: 1, Program: "render scene.json", Started: time.Unix(1e9, 0), Workers: 2, Seconds: 10, Live: true,
		Account: trace.Account{Capacity: 20, Work: 15, SpeedUp: 1.5, Losses: []trace.Loss{{Cause: trace.Parallelism, Seconds: 5}}},
		Sites:   []trace.Site{{Name: "render.go:12", Function: "example.org/render.tile\x1b[2J", Kind: trace.ForkSite, Count: 4711, Unit: 0.0123, Work: 15, NoWork: 5}},
		Columns: trace.Columns{Width: 5, Count: 2}, Ready: []float64{7, 3},
		Panics: []trace.Panic{{At: 2.5, Line: 1, Site: 0, Text: "no such\ntexture"}},
	}
	for _, name := range []string{"worker 1", "worker 2"} {
		r.Lines = append(r.Lines, trace.Line{
			Name: name, Steals: 12, Sites: []int{0, 0}, Seconds: trace.ModeSeconds{Work: 7.5, Sleep: 2.5},
			Columns: []trace.ModeSeconds{{Work: 5}, {Work: 2.5, Sleep: 2.5}},
		})
	}
	return r
}

// serve serves a dashboard of two workers and a node.
func serve(t *testing.T) string {
	h := dashboard.New(fake{recorded()}, dashboard.Config{
		Progress: func() dashboard.Progress { return dashboard.Progress{Done: 31, Total: 124, What: "tiles"} },
		Cluster: func(context.Context) (dashboard.Cluster, error) {
			return dashboard.Cluster{Waiting: 5, Nodes: []dashboard.Node{{Name: "attic-1", State: "working", Slots: 4, Running: 3, Held: 2, Stolen: 9}}}, nil
		},
	})
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func TestTop_once(t *testing.T) {
	url := serve(t)
	for _, args := range [][]string{{"top", "--once", url}, {"top", strings.TrimPrefix(url, "http://")}} {
		stdout, err := tooltest.Tool(args...).Output()
		if err != nil {
			t.Fatalf("%q: %v: %s", args, err, stdout)
		}
		got := string(stdout)
		for _, want := range []string{
			"10 s  render scene.json", "31 of 124 tiles", "1.00 of 2 now", "3 tasks wait now", "at 2.5 s, worker 2, render.go:12: no such texture",
			"WORKER", "worker 1", " 75 %", "asleep 25 %", "render.go:12", "4711", "12.3 ms", "render.tile",
			"1 node, 3 of 4 slots busy, 2 tasks in the nodes' queues, 5 in the shared queue, 9 stolen between nodes", "attic-1", "3/4",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%q does not print %q:\n%s", args, want, got)
			}
		}
		if strings.Contains(got, "\x1b") {
			t.Errorf("%q prints escape codes: %q", args, got)
		}
	}
}

func TestTop_errors(t *testing.T) {
	server := httptest.NewServer(nil)
	gone := server.URL
	server.Close()
	other := httptest.NewServer(dashboard.New(nil, dashboard.Config{}))
	defer other.Close()
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{2, "name the one URL", []string{"top"}},
		{2, "bad address", []string{"top", "ftp://127.0.0.1/"}},
		{2, "bad address", []string{"top", "http:///x"}},
		{3, "refused", []string{"top", "--once", gone}},
		{3, "404", []string{"top", "--once", other.URL + "/elsewhere"}},
	} {
		cmd := tooltest.Tool(c.args...)
		var messages strings.Builder
		cmd.Stderr = &messages
		err := cmd.Run()
		if code := cmd.ProcessState.ExitCode(); err == nil || code != c.code || !strings.Contains(messages.String(), c.says) {
			t.Errorf("%q: exit code %d, %q; want %d, %q", c.args, code, messages.String(), c.code, c.says)
		}
	}
}
