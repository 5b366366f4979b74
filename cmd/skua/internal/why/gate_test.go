package why

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/trace"
)

// counts is recorded with numbers that --fail-if knows.
func counts(work float64, steals int64) *trace.Report {
	r := recorded()
	r.Span.Work, r.Account.Allocs = work, 1000
	r.Lines, r.Steals = []trace.Line{{Steals: steals}, {Steals: 1}}, [][]int64{{0, 0}, {0, 0}}
	return r
}

// TestWhy_fail_if judges against a base, and against limits.
func TestWhy_fail_if(t *testing.T) {
	base, now := write(t, document{SchemaVersion: 1, Report: counts(0.6, 9)}), write(t, counts(0.69, 9))
	for conditions, want := range map[string]string{
		"work > 1.1x":                          "skua: why: work is 690ms, and it was 600ms: 1.15x, want at most 1.1x\n",
		"work>1.1x,steals > 9":                 "skua: why: work is 690ms, and it was 600ms: 1.15x, want at most 1.1x; steals is 10, want at most 9\n",
		"span > 200ms, work > 2x":              "skua: why: span is 300ms, want at most 200ms\n",
		"parallelism < 4":                      "skua: why: parallelism is 2.30, want at least 4\n",
		"work < 1.2x":                          "skua: why: work is 690ms, and it was 600ms: 1.15x, want at least 1.2x\n",
		"loops > 0, calls > 0":                 "skua: why: loops is 1, want at most 0; calls is 1, want at most 0\n",
		"work > 1.2x, steals > 1x, tasks > 0":  "",
		"allocations > 1x, parallelism < 0.9x": "",
		"work > 681ms, work < 699ms":           "", // the clocks may be wrong by as much
		"work > 679ms":                         "skua: why: work is 690ms, want at most 679ms\n",
	} {
		code, stdout, stderr := why(t, []string{"--base", base, "--fail-if", conditions}, leave, now)
		if wantCode := map[bool]int{true: exit.OK, false: Worse}[want == ""]; code != wantCode || stderr != want || !strings.Contains(stdout, "1.38× of 2") {
			t.Errorf("%s: exit code %d, stderr %q, want %q", conditions, code, stderr, want)
		}
	}
	code, stdout, _ := why(t, []string{"--json", "--base", base, "--fail-if", "work > 1.1x"}, leave, now)
	var d struct {
		FailIf []condition `json:"fail_if"`
	}
	if err := json.Unmarshal([]byte(stdout), &d); err != nil || code != Worse || len(d.FailIf) != 1 || !reflect.DeepEqual(d.FailIf[0], condition{Text: "work > 1.1x", Is: 0.69, Was: 0.6, Failed: true}) {
		t.Errorf("exit code %d, %v: %+v", code, err, d)
	}
}

// TestWhy_fail_if_refused: what is wrong with a condition or the base is said before the program runs.
func TestWhy_fail_if_refused(t *testing.T) {
	bad, base := recorded(), write(t, recorded())
	bad.Account.Identity = 0.5
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{exit.Usage, `unknown quantity "wrk": want work, span, parallelism, gc, allocations, calls, loops, tasks, forks, steals`, []string{"--fail-if", "wrk > 1"}},
		{exit.Usage, `"work 1.1x" is no condition: want some such as 'work > 1.1x, parallelism < 8'`, []string{"--fail-if", "work 1.1x"}},
		{exit.Usage, `"" is no condition`, []string{"--fail-if", "work > 1s,"}},
		{exit.Usage, `bad limit "5" of work: want a time such as 300ms, or a factor of the base such as 1.1x`, []string{"--fail-if", "work > 5"}},
		{exit.Usage, `bad limit "5ms" of steals: want a number such as 100, or a factor`, []string{"--fail-if", "steals > 5ms"}},
		{exit.Usage, `bad limit "NaNx"`, []string{"--fail-if", "work > NaNx"}},
		{exit.Usage, `bad limit "-1x"`, []string{"--fail-if", "work > -1x"}},
		{exit.Usage, `bad limit "1e999x"`, []string{"--fail-if", "work > 1e999x"}},
		{exit.Usage, `--fail-if "work > 1.1x" compares with a recording: name one by --base`, []string{"--fail-if", "work > 1.1x"}},
		{exit.Usage, "--runs is for --fail-if", []string{"--runs", "2"}},
		{exit.Usage, "bad value 0 for runs: want a whole number from 1 to 100", []string{"--runs", "0", "--fail-if", "work > 1s"}},
		{exit.NotStarted, "--base: steals > 1x: that recording has no steals: want another one, or a limit without x", []string{"--base", base, "--fail-if", "steals > 1x"}},
		{exit.NotStarted, "--base: nothing can be compared with this recording: This recording does not add up", []string{"--base", write(t, bad), "--fail-if", "work > 1x"}},
	} {
		code, stdout, stderr := why(t, c.args, "echo ran")
		if code != c.code || !strings.Contains(stderr, c.says) || stdout+stderr != stderr || strings.Contains(stderr, "ran\n") {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q; want %q", c.args, code, stdout, stderr, c.says)
		}
	}
	if code, _, stderr := why(t, []string{"--fail-if", "work > 1s", "--runs", "2"}, leave, write(t, bad)); code != exit.Failed || !strings.Contains(stderr, "--fail-if: nothing is known: This recording does not add up") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	if code, _, stderr := why(t, []string{"--fail-if", "work > 1ns"}, leave+"exit 7", write(t, recorded())); code != 7 || strings.Contains(stderr, "work is") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

// TestWhy_runs: a condition fails if it does in each run, and no run is made that need not be.
func TestWhy_runs(t *testing.T) {
	worse, good := write(t, counts(0.9, 9)), write(t, counts(0.6, 99))
	script := `cat >&2; echo run >> "$4"; if [ $(wc -l < "$4") -lt $3 ]; then cp "$1" "$SKUA_TRACE"; else cp "$2" "$SKUA_TRACE"; fi`
	for _, c := range []struct {
		conditions string
		goodRun    string
		code, runs int
		says       string
	}{
		{"work > 700ms", "1", exit.OK, 1, ""},
		{"work > 700ms", "2", exit.OK, 2, ""},
		{"work > 700ms, steals > 50", "3", exit.OK, 3, ""}, // each of them holds in some run
		{"work > 700ms", "9", Worse, 3, "skua: why: work is 900ms, want at most 700ms (the best of 3 runs)\n"},
		{"work > 500ms", "2", Worse, 3, "skua: why: work is 600ms, want at most 500ms (the best of 3 runs)\n"},
		{"steals < 200", "2", Worse, 3, "skua: why: steals is 100, want at least 200 (the best of 3 runs)\n"},
	} {
		log := filepath.Join(t.TempDir(), "log")
		code, _, stderr := why(t, []string{"--runs", "3", "--fail-if", c.conditions}, script, worse, good, c.goodRun, log)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if runs := strings.Count(string(text), "run\n"); code != c.code || runs != c.runs || stderr != "input\n"+c.says {
			t.Errorf("%s, good from run %s on: exit code %d after %d runs, stderr %q; want %+v", c.conditions, c.goodRun, code, runs, stderr, c)
		}
	}
}
