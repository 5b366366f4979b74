package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/lab/workload"
)

// runKeys are the keys of the object that run --json prints, in order. A change
// of them is a change of schemaVersion.
var runKeys = strings.Fields(`
	schema_version workload params workers runs answer ok tasks go platform gomaxprocs
	seq_ns seq_ns_min seq_ns_max one_ns one_ns_min one_ns_max par_ns par_ns_min par_ns_max
	ns_per_task ns_per_task_min ns_per_task_max
	overhead_ratio overhead_ratio_min overhead_ratio_max speedup speedup_min speedup_max
	steals steals_min steals_max parks parks_min parks_max
	allocs_per_task allocs_per_task_min allocs_per_task_max`)

func TestRunJSON(t *testing.T) {
	for _, c := range []struct {
		args   []string
		answer string
		params string
		tasks  float64
	}{
		{[]string{"fib", "--n", "20"}, `6765`, `{"n":20}`, 10945},
		{[]string{"nqueens", "--n", "8"}, `92`, `{"n":8}`, 735},
		{[]string{"uts", "-t", "1", "-a", "3", "-d", "7", "-b", "4", "-r", "19"},
			`{"nodes":63914,"depth":7,"leaves":51124}`,
			`{"t":1,"a":3,"d":7,"b":4,"r":19,"q":0.234375,"m":4,"f":0.5}`, 51123},
	} {
		for _, workers := range []string{"1", "2"} {
			args := append([]string{"run", "--json", "--runs", "3", "--workers", workers}, c.args...)
			code, stdout, stderr := tooltest.Run(t, "", args...)
			if code != exit.OK || stderr != "" {
				t.Fatalf("skua %q: exit code %d, stderr %q, want %d", args, code, stderr, exit.OK)
			}
			if keys := keysOf(t, stdout); !slices.Equal(keys, runKeys) {
				t.Errorf("skua %q: the keys are %q, want %q", args, keys, runKeys)
			}
			var got struct {
				SchemaVersion  int `json:"schema_version"`
				Answer, Params json.RawMessage
				Workers, Runs  int
				OK             bool
				Tasks          float64
			}
			if err := json.Unmarshal([]byte(stdout), &got); err != nil {
				t.Fatal(err)
			}
			if string(got.Answer) != c.answer || string(got.Params) != c.params || got.Tasks != c.tasks ||
				!got.OK || got.Runs != 3 || got.SchemaVersion != schemaVersion {
				t.Errorf("skua %q printed %s", args, stdout)
			}
			checkFigures(t, stdout)
		}
	}
}

// keysOf returns the keys of a JSON object in order.
func keysOf(t *testing.T, object string) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(object))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		t.Fatalf("%s is no JSON object: %v", object, err)
	}
	var keys []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

// checkFigures wants every median between its minimum and its maximum, times
// above zero, and the quotients as the help defines them.
func checkFigures(t *testing.T, object string) {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(object), &all); err != nil {
		t.Fatal(err)
	}
	n := func(key string) float64 { return all[key].(float64) }
	for key := range all {
		if _, ok := all[key+"_min"]; ok && (n(key+"_min") > n(key) || n(key) > n(key+"_max")) {
			t.Errorf("%s is %v, want it from %v to %v", key, n(key), n(key+"_min"), n(key+"_max"))
		}
	}
	for _, c := range []struct {
		key  string
		want float64
	}{
		{"overhead_ratio", n("one_ns") / n("seq_ns")},
		{"speedup", n("seq_ns") / n("par_ns")},
		{"ns_per_task", n("par_ns") / n("tasks")},
	} {
		if got := n(c.key); got <= 0 || got/c.want < 0.999 || got/c.want > 1.001 {
			t.Errorf("%s is %v, want %v", c.key, got, c.want)
		}
	}
	if n("workers") == 1 && (n("one_ns") != n("par_ns") || n("steals") != 0) {
		t.Errorf("one worker, but %s", object)
	}
}

func TestRunTable(t *testing.T) {
	code, stdout, stderr := tooltest.Run(t, "", "run", "fib", "--n", "20", "--workers", "2", "--runs", "2")
	if code != exit.OK || stderr != "" {
		t.Fatalf("exit code %d, stderr %q, want %d", code, stderr, exit.OK)
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if want := `fib {"n":20} = 6765 (correct), 10945 tasks`; lines[0] != want {
		t.Errorf("the title is %q, want %q", lines[0], want)
	}
	for i, want := range []string{"median", "sequential twin", "1 worker", "2 workers", "ns per task",
		"1 worker / twin", "speed-up over twin", "steals", "parks", "allocations per task"} {
		if !strings.Contains(lines[i+1], want) {
			t.Errorf("row %d is %q, want %q in it", i, lines[i+1], want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "fib, nqueens, uts"},
		{"fibo --n 3", `unknown workload "fibo": want fib, nqueens, uts`},
		{"fib 35", `unexpected argument "35"`},
		{"fib --n 91", `bad value "91" for n: want a whole number from 0 to 90`},
		{"fib --n", "needs an argument"},
		{"fib --tree T1", "unknown flag: --tree"},
		{"fib --workers 0", "bad value 0 for workers: want a whole number from 1"},
		{"fib --workers 99999", "bad value 99999 for workers"},
		{"fib --workers two", `"two"`},
		{"fib --runs 0", "bad value 0 for runs"},
		{"nqueens --n 19", "from 1 to 18"},
		{"uts --tree T7", "want T1, T2, T3"},
		{"uts --tree T1 -d 3", "leave out"},
		{"uts -t 0 -q 0.6 -m 2", "no end"},
		{"uts -x", "unknown shorthand flag"},
	} {
		code, stdout, stderr := tooltest.Run(t, "", append([]string{"run"}, strings.Fields(c.args)...)...)
		if code != exit.Usage || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("skua run %s: exit code %d, stdout %q, stderr %q, want %d and %q",
				c.args, code, stdout, stderr, exit.Usage, c.want)
		}
	}
}

// TestRun_processors starts it where Go counts more processors than a pool may have
// workers.
func TestRun_processors(t *testing.T) {
	t.Setenv("GOMAXPROCS", "2000")
	code, stdout, stderr := tooltest.Run(t, "", "run", "fib", "--n", "10", "--runs", "1")
	if code != exit.OK || !strings.Contains(stdout, "1024 workers") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if code, _, stderr := tooltest.Run(t, "", "hash", "run_test.go"); code != exit.OK {
		t.Errorf("hash: exit code %d, stderr %q", code, stderr)
	}
}

// TestRun_messages: two mistakes have two lines, each with the command.
func TestRun_messages(t *testing.T) {
	_, _, stderr := tooltest.Run(t, "", "run", "fib", "--n", "91", "--workers", "1000000")
	if lines := strings.Split(stderr, "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], "skua: run fib: bad value") || !strings.HasPrefix(lines[1], "skua: run fib: bad value") {
		t.Errorf("stderr is %q", stderr)
	}
}

// TestRunInterrupted interrupts a run that would take years, while the
// sequential twin runs and while the parallel version runs.
func TestRunInterrupted(t *testing.T) {
	t.Run("sequential", func(t *testing.T) {
		t.Setenv(tellsTwin, "1")
		p := tooltest.Start(t, nil, "run", "fib", "--n", "80")
		p.Says(t, "the twin runs")
		p.Signal(t, os.Interrupt)
		if code, _ := p.End(t); code != exit.Interrupted {
			t.Errorf("exit code %d, stderr %q, want %d", code, p.Messages(), exit.Interrupted)
		}
	})
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprint("parallel/workers=", workers), func(t *testing.T) { interruptParallel(t, workers) })
	}
}

// interruptParallel calls the parallel version alone, which the command would
// reach only after years of the twin.
func interruptParallel(t *testing.T, workers int) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for name, args := range map[string]workload.Args{
		"fib":     {"n": "80"},
		"nqueens": {"n": "18"},
		"uts":     {"tree": "T1XXL"},
		// forks that a shared bound prunes, tasks that spawn, tasks that wait for others
		"knapsack": {"n": "200"},
		"bpc":      {"depth": "1000000", "grain": "100000"},
		"dag":      {"grain": "10000000"},
	} {
		w, err := workload.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		in, err := w.New(args)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		ended := expect.Within(t, time.Minute) // and not after years
		if _, _, err := runParallel(ctx, in, pool); err == nil {
			t.Errorf("%s returned without an error, want that of the context", name)
		}
		ended()
	}
}

// TestRunWrongAnswer has the exit code and the report of a workload whose
// parallel version is wrong.
func TestRunWrongAnswer(t *testing.T) {
	w, err := workload.Find("fib")
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.New(workload.Args{"n": "10"})
	if err != nil {
		t.Fatal(err)
	}
	right := in.Parallel
	in.Parallel = func(p skua.Place) any { return right(p).(int) + 1 }
	cmd := Command()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetContext(t.Context())
	err = runWorkload(cmd, "fib", in, options{workers: 1, runs: 2, json: true})
	if e, ok := errors.AsType[*exit.Error](err); !ok || e.Code != exit.Failed {
		t.Errorf("the error is %v, want one with exit code %d", err, exit.Failed)
	}
	if !strings.Contains(out.String(), `"answer": 56`) || !strings.Contains(out.String(), `"ok": false`) {
		t.Errorf("the report is %s, want the wrong answer in it", &out)
	}
}
