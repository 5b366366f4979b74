package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// TestMain lets the test be the processes that it starts, as the command is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && parts[os.Args[1]] != nil {
		main()
	}
	os.Exit(m.Run())
}

// tool runs the command and returns its exit code and what it printed.
func tool(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = execute(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// Every way is measured, or says in one line what is not installed.
func TestEveryWay(t *testing.T) {
	for _, w := range ways {
		// Dask takes seconds to start.
		if !expect.Night() && strings.HasPrefix(w.name, "Dask") {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "found.json")
			code, stdout, stderr := tool(t, "-n", "40", "-turns", "1", "-trips", "2", "-only", "^"+regexp.QuoteMeta(w.name)+"$", "-json", file)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			var f found
			text, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(text, &f)
			}
			if err != nil || len(f.Rows) != 1 {
				t.Fatalf("%v: %d rows in %s", err, len(f.Rows), text)
			}
			r := f.Rows[0]
			if r.Cannot != "" {
				if !strings.Contains(stdout, "Left out: "+w.name+": "+r.Cannot) || strings.Contains(r.Cannot, "\n") {
					t.Errorf("left out because of %q, but the table says\n%s", r.Cannot, stdout)
				}
				if w.name[:4] == "skua" && runtime.GOOS == "linux" {
					t.Errorf("left out: %s", r.Cannot)
				}
				return
			}
			if len(r.Samples) != 1 || r.Samples[0].Seconds <= 0 || r.Samples[0].Tasks != w.tasks(40) || len(r.Samples[0].Trips) == 0 {
				t.Errorf("samples %+v", r.Samples)
			}
			if !regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(w.name) + ` +\| +[\d.]+( [kM])? \| `).MatchString(stdout) {
				t.Errorf("no number in\n%s", stdout)
			}
		})
	}
}

// What is not installed is left out, with a line that says how to get it.
func TestNotInstalled(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	old := pythons
	defer func() { pythons = old }()
	pythons = []string{"no-such-python"}
	if _, err := measureDask(t.Context(), 1, 1); !errors.As(err, new(cannot)) || !strings.Contains(err.Error(), "python3-distributed") {
		t.Errorf("Dask without Python: %v", err)
	}
}

// A helper ends when the process that started it does not need it any more, or is gone.
func TestHelperEnds(t *testing.T) {
	h, err := help("node", filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	h.end(&err)
	if err != nil || !h.cmd.ProcessState.Success() {
		t.Errorf("%v, %v", h.cmd.ProcessState, err)
	}
	if _, err := help("node", "nats://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("a node without a server: %v", err)
	}
}

// The time of processes that this one started counts, also when they have ended.
func TestProcessorTime(t *testing.T) {
	parent, used := parseStat("12 (a name) with ) R 11 0 0 0 -1 4194304 1 2 3 4 10 20 30 40 20 0 5")
	if parent != 11 || used != time.Second {
		t.Errorf("parent %d, %v; want 11, 1s", parent, used)
	}
	if runtime.GOOS != "linux" {
		return
	}
	before := processorTime()
	if err := exec.Command("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done").Run(); err != nil {
		t.Fatal(err)
	}
	if used := processorTime() - before; used < 30*time.Millisecond {
		t.Errorf("a child that counts to 300,000 took %v", used)
	}
	if descends(1, os.Getpid(), map[int]int{1: 0, os.Getpid(): 1}) || descends(2, 1, map[int]int{2: 3, 3: 2}) {
		t.Error("a stranger descends from us")
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"-h"}, 0, "-turns"},
		{[]string{"-n", "0"}, 2, "-n 0"},
		{[]string{"-turns", "many"}, 2, "many"},
		{[]string{"-only", "("}, 2, "-only"},
		{[]string{"-only", "nobody"}, 2, "nobody"},
		{[]string{"more"}, 2, "more"},
		{[]string{"sample", "nobody"}, 2, "nobody"},
		{[]string{"-n", "10", "-only", "memory, prefetch 1$", "-json", "/nowhere/x", "-turns", "1", "-trips", "1"}, 1, "/nowhere/x"},
		{[]string{"-only", "memory, prefetch 1$", "-deadline", "1ms"}, 1, "not done after 1ms"},
	} {
		if code, _, stderr := tool(t, c.args...); code != c.want || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit code %d, %q; want %d, %q", c.args, code, stderr, c.want, c.says)
		}
	}
}

func TestSignalled(t *testing.T) {
	for s, want := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		ctx, end := context.WithCancelCause(t.Context())
		end(signalled{s})
		var out, msg bytes.Buffer
		if code := execute(ctx, []string{"-only", "memory, prefetch 1$"}, &out, &msg); code != want {
			t.Errorf("%v: exit code %d, want %d; stderr %s", s, code, want, &msg)
		}
	}
}

func TestQuantile(t *testing.T) {
	values := []float64{3, 1, 2}
	for q, want := range map[float64]float64{0: 1, 0.3: 1, 0.5: 2, 0.99: 3, 1: 3} {
		if got := quantile(values, q); got != want {
			t.Errorf("quantile(%v, %v) = %v, want %v", values, q, got, want)
		}
	}
}

// The table has medians, and the least and the greatest.
func TestTable(t *testing.T) {
	f := found{Turns: 3, Date: time.Unix(0, 0).UTC(), Published: []published{hyperQueue}}
	r := &row{Name: "a way", Keeps: "nothing"}
	for _, seconds := range []float64{4, 1, 2} {
		r.Samples = append(r.Samples, sample{Tasks: 1000, Seconds: seconds, CPU: 3, Trips: []float64{0.001, 0.003, 0.002}})
	}
	f.Rows = []*row{r, {Name: "another", Cannot: "not there"}}
	got := f.table()
	for _, want := range []string{
		"| a way ", " 500 | 2 ms (1 ms–4 ms) | 3 ms | 2 ms | 3 ms | nothing |", "| left out |",
		"Left out: another: not there.\n", "0.1 ms", "SoftwareX 2024", strconv.Itoa(f.Turns) + " turns",
	} {
		if !strings.Contains(squeeze(got), want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func squeeze(text string) string { return regexp.MustCompile(` +`).ReplaceAllString(text, " ") }
