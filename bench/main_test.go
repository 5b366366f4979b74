package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/bench/internal/drive"
)

// TestMain lets the test be its own child, as the tool is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "one" || len(os.Args) > 2 && os.Args[1] == "grid" && os.Args[2] == "part" {
		main()
	}
	os.Exit(m.Run())
}

// tool runs the tool and returns its exit code and what it printed.
func tool(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = execute(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// TestSignalled has the exit codes of a run that a signal ended.
func TestSignalled(t *testing.T) {
	for s, want := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		ctx, end := context.WithCancelCause(t.Context())
		end(signalled{s})
		var out, msg bytes.Buffer
		if code := execute(ctx, []string{"run", "nothing"}, &out, &msg); code != want {
			t.Errorf("%v: exit code %d, want %d; stderr %s", s, code, want, &msg)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		args string
		want int
		says string
	}{
		{"list", 0, ""},
		{"one fib skua n=10 ms=1", 0, ""},
		{"one fib lo n=10", drive.ExitCannot, "no fork and join"},
		{"one fib nobody", 1, "nobody"},
		{"one nothing skua", 1, "nothing"},
		{"one fib skua n=ten", 1, "n=ten"},
		{"one fib skua m=10", 1, `"m"`},
		{"one fib skua workers=0", 1, "workers=0"},
		{"run nothing", 1, "nothing"},
		{"compare HEAD nothing", 1, "nothing"},
		{"compare HEAD --rounds 0", 1, "--rounds 0"},
		{"compare HEAD --layouts 0", 1, "--layouts 0"},
		{"run fib --layouts -1", 1, "--layouts -1"},
		{"compare no-such-revision fib", 1, "no-such-revision"},
		{"compare", 2, "at least 1 arg"},
		{"run --rounds -1", 1, "--rounds -1"},
		{"run --quick --full", 1, "quick"},
		{"run --nothing", 2, "nothing"},
		{"nothing", 2, "nothing"},
		{"report no-such-file.json", 1, "no-such-file.json"},
		{"grid Nothing", 1, "Nothing"},
		{"grid part Nothing 1", 1, "Nothing"},
		{"grid part Sum none", 1, "none"},
		{"grid report no-such-file.tsv", 1, "no-such-file.tsv"},
		{"report \x1b[31mgone", 1, `\x1b[31mgone`},
	} {
		code, _, stderr := tool(t, strings.Fields(c.args)...)
		if code != c.want || !strings.Contains(stderr, c.says) {
			t.Errorf("bench %s: code %d and %q, want %d and something about %q", c.args, code, stderr, c.want, c.says)
		}
	}
}

func TestOnePrintsASample(t *testing.T) {
	_, stdout, _ := tool(t, "one", "fib", "skua Both", "n=10", "ms=1")
	var s drive.Sample
	if err := json.Unmarshal([]byte(stdout), &s); err != nil {
		t.Fatalf("printed %q: %v", stdout, err)
	}
	if s.Answer != "55" || s.Ops != 88 || len(s.NS) == 0 || len(s.CPU) != len(s.NS) {
		t.Errorf("sample %+v, want the answer 55, 88 forks and some times", s)
	}
}

func TestListNamesCasesAndWhatPeersLack(t *testing.T) {
	_, stdout, _ := tool(t, "list")
	for _, want := range []string{"fib ", "turf-sinc ", "rayon", "panjf2000/ants/v2 ", "lacks fork and join"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the list does not have %q", want)
		}
	}
}

// onAnotherProcessor writes the results of a file as if another processor had found them, and returns
// the name of the file.
func onAnotherProcessor(t *testing.T, file string) string {
	t.Helper()
	r, err := drive.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	r.Machine.CPU = "Abacus 4"
	for i := range r.Cases {
		r.Cases[i].From.Machine.CPU = "Abacus 4"
	}
	name := filepath.Join(t.TempDir(), "other.json")
	if err := r.Save(name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestRunAndReport(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bench", "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(dir, "README.md")
	if err := os.WriteFile(readme, []byte("before\n<!-- go run ./bench report -->\nold\n<!-- end -->\nafter\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "results.json")
	code, _, stderr := tool(t, "run", "liveness", "--peer", "skua par,goroutines", "--rounds", "1", "--out", file)
	if code != 0 {
		t.Fatalf("run: %s", stderr)
	}
	if code, _, stderr := tool(t, "report", "--root", dir, file); code != 0 {
		t.Fatalf("report: %s", stderr)
	}
	if code, _, stderr := tool(t, "report", "--root", dir, file, onAnotherProcessor(t, file)); code != 1 || !strings.Contains(stderr, "Abacus 4") {
		t.Errorf("report of two processors: code %d and %q, want 1 and the name of the other one", code, stderr)
	}
	page, err := os.ReadFile(filepath.Join(dir, "bench", "docs", "benchmarks.md"))
	if err != nil || !strings.Contains(string(page), "### liveness") || !strings.Contains(string(page), "goroutines") {
		t.Errorf("the page is %q, %v: want the case and its ways", page, err)
	}
	text, err := os.ReadFile(readme)
	if err != nil || strings.Contains(string(text), "old") || !strings.HasPrefix(string(text), "before\n") || !strings.HasSuffix(string(text), "after\n") {
		t.Errorf("README is %q, %v: want another table between the marks, and the rest as it was", text, err)
	}
}
