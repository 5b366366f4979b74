//go:build !race

package causes

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skua-go/skua/trace"
)

// TestPage: of one run the page and --json have the same numbers; and in a run of the search of an
// unbalanced tree by two workers, work and losses are the time of both, and so is what each line did.
func TestPage(t *testing.T) {
	tool := string(build(t, "./good"))
	page := filepath.Join(t.TempDir(), "out.html")
	skua := filepath.Join(tool, "skua")
	cmd := exec.Command(skua, "why", "--json", "--html", page,
		skua, "run", "uts", "--tree", "T1", "--workers", "2", "--runs", "1")
	var messages strings.Builder
	cmd.Stderr = &messages
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, messages.String())
	}
	var d struct{ Report *trace.Report }
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	r := d.Report
	if shown := inPage(t, page); !reflect.DeepEqual(shown, without(r)) {
		t.Error("the page has other numbers than --json")
	}
	if r.Workers != 2 || r.Span.Work < 0.01 {
		t.Errorf("%d workers, %v s of work", r.Workers, r.Span.Work)
	}
	sum := r.Account.Work
	for _, l := range r.Account.Losses {
		sum += l.Seconds
	}
	near(t, "work and losses", sum, 2*r.Seconds)
	for _, l := range r.Lines {
		m := l.Seconds
		near(t, l.Name, m.Work+m.Over+m.Search+m.Sleep+m.Wait+m.Block+m.Pause+m.Off+m.Away, r.Seconds)
	}
	if r.Account.Identity > 0.01 {
		t.Errorf("what the lines did differs from the time of all workers by %v", r.Account.Identity)
	}
}

func near(t *testing.T, what string, got, want float64) {
	if math.Abs(got-want) > 0.01*want {
		t.Errorf("%s: %v s, want %v to 1 %%", what, got, want)
	}
}

// without returns the report without the dag, which is for replays and in no page.
func without(r *trace.Report) *trace.Report {
	c := *r
	c.Dag = nil
	return &c
}

// inPage returns the report that is in a page.
func inPage(t *testing.T, file string) *trace.Report {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `type="application/json"`)
	_, rest, _ = strings.Cut(rest, ">")
	data, _, found := strings.Cut(rest, "</script>")
	var r trace.Report
	if err := json.Unmarshal([]byte(data), &r); !found || err != nil {
		t.Fatalf("no report in the page: %v", err)
	}
	return &r
}
