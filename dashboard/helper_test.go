package dashboard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/trace"
)

// patience is how long a test waits before it gives up: far longer than anything takes.
const patience = time.Minute

// generated is a report of that many workers and columns, in which every text and number is there.
// Worker i works three fifths of each column, and searches or sleeps in the rest.
func generated(workers, columns int, seconds float64) *trace.Report {
	width := seconds / float64(columns)
	r := &trace.Report{
		Version: 1, Program: "generated -n 40", Started: time.Unix(1e9, 0), Workers: workers, Seconds: seconds, Live: true,
		Machine: trace.Machine{CPU: "a processor", Processors: workers, OS: "linux", Arch: "amd64", Go: "go1.26"},
		Columns: trace.Columns{Width: width, Count: columns}, Span: trace.Span{Work: 12.5, Span: 0.5, Parallelism: 25},
		Account: trace.Account{Capacity: seconds * float64(workers), Work: seconds * float64(workers) / 2, SpeedUp: float64(workers) / 2},
	}
	for _, c := range trace.Causes {
		r.Account.Losses = append(r.Account.Losses, trace.Loss{Cause: c, Seconds: r.Account.Work / float64(len(trace.Causes))})
	}
	for i := range 24 {
		r.Sites = append(r.Sites, trace.Site{
			Name: fmt.Sprintf("a_rather_long_file_name.go:%d", 1000+i), Function: "example.org/some/module/some/package.(*Type).Method.func1",
			Kind: trace.ForkSite, Count: 123456789, Unit: 1.2345e-5, Longest: 0.12345, Work: 12.345, Over: 0.12345, Off: 0.012345, NoWork: 1.2345,
		})
	}
	for i := range workers {
		l := trace.Line{Name: fmt.Sprintf("worker %d", i), Steals: 1234567}
		for k := range columns {
			m := trace.ModeSeconds{Work: 0.6 * width, Search: 0.4 * width}
			if i%2 == 0 {
				m = trace.ModeSeconds{Work: 0.6 * width, Sleep: 0.4 * width}
			}
			l.Columns = append(l.Columns, m)
			l.Sites = append(l.Sites, k%16)
		}
		l.Seconds = trace.ModeSeconds{Work: seconds / 2, Sleep: seconds / 2}
		r.Lines = append(r.Lines, l)
	}
	for range columns {
		r.Ready = append(r.Ready, 123.456)
	}
	return r
}

// crowd is a cluster of that many nodes.
func crowd(nodes int) Cluster {
	c := Cluster{Waiting: 100000}
	for i := range nodes {
		c.Nodes = append(c.Nodes, Node{
			Name: fmt.Sprintf("machine-%d.example.org-1", i), Host: "machine.example.org", State: "working", Slots: 64, Running: 63, Held: 128,
			Executed: 123456, Failed: 12, Fenced: 3, Asked: 456, Stolen: 789, Given: 654, Age: 0.123,
		})
		c.Jobs = append(c.Jobs, Job{ID: fmt.Sprintf("job-%d", i), Handler: "resize", State: "open", Tasks: 100000, Done: 50000, Dead: 7})
	}
	c.sum()
	return c
}

// A growing source is a report that is a second longer each time.
type growing struct {
	asked   atomic.Int64
	workers int
}

func (g *growing) Report() *trace.Report {
	n := g.asked.Add(1)
	return generated(max(1, g.workers), 64, float64(n))
}

// get answers a request without a server.
func get(h http.Handler, method, target, host string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// decoded reads a frame.
func decoded(t *testing.T, data []byte) *Frame {
	t.Helper()
	var f Frame
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatalf("a frame is no JSON: %v: %.200s", err, data)
	}
	return &f
}

// within fails if nothing comes from c.
func within[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal(what)
		panic("unreachable")
	}
}

// nasty is text that a browser, a terminal or JSON could take for something else.
var nasty = strings.Repeat("<script>\x1b[2J\u202e\"\\\x00\xff\n☃", 400)
