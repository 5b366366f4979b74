package why

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/trace"
)

// recorded is a report of a program whose line 13 leaves the second worker without work.
func recorded() *trace.Report {
	return &trace.Report{
		Version: 1, Workers: 2, Seconds: 0.5, Calls: 1,
		Account: trace.Account{
			Capacity: 1, Work: 0.69, SpeedUp: 1.38, Inflation: 1,
			Losses: []trace.Loss{
				{Cause: trace.Parallelism, Seconds: 0.28, Sites: []trace.SiteShare{{Site: 0, Seconds: 0.28}}},
				{Cause: trace.Fine, Seconds: 0.03},
				{Cause: trace.Memory, Seconds: 0},
			},
		},
		Span: trace.Span{Work: 0.69, Span: 0.3, Parallelism: 2.3},
		Sites: []trace.Site{
			{Name: "chain.go:13", Function: "main.chain", Line: 13, Kind: trace.CallSite, Count: 1, Work: 0.28, NoWork: 0.28, Halved: 0.16},
			{Name: "chain.go:20", Function: "main.wide", Line: 20, Kind: trace.LoopSite, Count: 1, Units: 100, Work: 0.41, Halved: 0.28},
		},
		Dag: &trace.Dag{Seconds: 0.69, Ops: []trace.Op{
			{Op: "call", Site: 0}, {Op: "run", N: 0.28, Site: 0}, {Op: "loop", N: 0.41, Ref: 100, Site: 1}, {Op: "return", Site: 0},
		}},
	}
}

// write writes a document into a file of the test.
func write(t *testing.T, d any) (name string) {
	t.Helper()
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "report.json")
	tooltest.WriteFile(t, name, string(data))
	return name
}

// why runs the command on a shell script that can copy reports to the place where a recorded
// program leaves its own.
func why(t *testing.T, flags []string, script string, files ...string) (code int, stdout, stderr string) {
	t.Helper()
	args := append(append([]string{"why"}, flags...), "sh", "-c", script, "sh")
	return tooltest.Run(t, "input\n", append(args, files...)...)
}

const leave = `cp "$1" "$SKUA_TRACE"; `

func TestWhy(t *testing.T) {
	code, stdout, stderr := why(t, nil, leave+"cat; echo message >&2", write(t, recorded()))
	if code != exit.OK || stderr != "message\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	for _, want := range []string{
		"input\n1.38× of 2. Lost: 0.56 to too little to do at once while chain.go:13 ran (workers had nothing to run for 280 ms); 0.06 to work cut too fine (30 ms).\n",
		"too little to do  0.56×  280ms  chain.go:13 100 %\n",
		"chain.go:20  loop  1",
		"Work 690ms, span 300ms: parallelism 2.3.\n",
		"Alone on a machine: 2 workers 1.4× (bounds 1.4× to 2×)",
		"because of chain.go:13",
		"\nNext: make that part parallel, split the long piece, or start it first. More: cmd/docs/why.md.\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

func TestWhy_json(t *testing.T) {
	code, stdout, stderr := why(t, []string{"--json"}, leave+"cat; echo message >&2", write(t, recorded()))
	var d document
	if err := json.Unmarshal([]byte(stdout), &d); err != nil || code != exit.OK {
		t.Fatalf("exit code %d, %v: %s", code, err, stdout)
	}
	if stderr != "input\nmessage\n" {
		t.Errorf("stderr is %q", stderr)
	}
	if d.Verdict.SpeedUp != 1.38 || d.Verdict.Causes[0].At != "chain.go:13" || d.Report.Sites[1].Units != 100 || d.Report.Program == "" {
		t.Errorf("%+v", d.Verdict)
	}
	if len(d.WhatIf.Halved) != 2 || d.WhatIf.Halved[0].Least == 0 || len(d.WhatIf.Workers) < 3 || d.WhatIf.Replay != "" {
		t.Errorf("%+v", d.WhatIf)
	}
	for _, w := range d.WhatIf.Workers {
		if w.SpeedUp < w.Least || w.SpeedUp > w.Most {
			t.Errorf("%d workers: a replay gives %v, the bounds are %s", w.Workers, w.SpeedUp, w.Bounds)
		}
	}
	if s := d.WhatIf.Stops; s == nil || s.At != "chain.go:13" || s.SpeedUp > 0.69/0.28 {
		t.Errorf("it stops at %+v", s)
	}
}

// TestWhy_coarser: where a loop is cut too fine, what larger pieces would bring is said.
func TestWhy_coarser(t *testing.T) {
	r := recorded()
	r.Account.Losses[1] = trace.Loss{Cause: trace.Fine, Seconds: 0.2, Sites: []trace.SiteShare{{Site: 1, Seconds: 0.2}}}
	code, stdout, stderr := why(t, nil, leave, write(t, r))
	if want := "In pieces of 100µs at chain.go:20: 1.4×.\n"; code != exit.OK || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d, no %q in\n%s%s", code, want, stdout, stderr)
	}
	if _, stdout, _ := why(t, nil, leave, write(t, recorded())); strings.Contains(stdout, "In pieces") {
		t.Errorf("nothing is too fine, but\n%s", stdout)
	}
}

// TestWhy_exit_codes wants the program's own exit code, with what was recorded.
func TestWhy_exit_codes(t *testing.T) {
	report := write(t, recorded())
	for script, want := range map[string]struct {
		code int
		says string
	}{
		leave + "exit 7":          {7, "skua: why: sh: exit status 7\n"},
		leave + "kill -KILL $$":   {137, "skua: why: sh: signal: killed\n"},
		"exit 7":                  {7, "left no recording"},
		"exit 0":                  {exit.Failed, "sh left no recording: it does not use " + module},
		`echo "{" > $SKUA_TRACE`:  {exit.Failed, "unexpected EOF"},
		`echo "{}" > $SKUA_TRACE`: {exit.Failed, "version is 0, want 1"},
	} {
		code, stdout, stderr := why(t, nil, script, report)
		if code != want.code || !strings.Contains(stderr, want.says) || strings.Contains(stderr, "See '") {
			t.Errorf("%s: exit code %d, stderr %q; want %v", script, code, stderr, want)
		}
		if recorded := strings.HasPrefix(script, leave); recorded != strings.Contains(stdout, "1.38× of 2") {
			t.Errorf("%s: stdout is %q", script, stdout)
		}
	}
	if code, _, stderr := tooltest.Run(t, "", "why", "./not-there"); code != exit.NotStarted || !strings.Contains(stderr, "not-there") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

func TestWhy_usage(t *testing.T) {
	for _, args := range [][]string{{}, {"--frob", "sh"}, {"--fail-below", "0", "sh"}, {"--fail-below", "1.5", "sh"}, {"--fail-below", "NaN", "sh"}} {
		code, stdout, stderr := tooltest.Run(t, "", append([]string{"why"}, args...)...)
		if code != exit.Usage || stdout != "" || !strings.Contains(stderr, "See 'skua why --help'") {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
	// What follows the program is the program's.
	if code, _, stderr := tooltest.Run(t, "", "why", "sh", "-c", `test "$1" = --json`, "sh", "--json"); code != exit.Failed || !strings.Contains(stderr, "left no recording") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

func TestWhy_fail_below(t *testing.T) {
	report := write(t, recorded())
	for below, want := range map[string]int{"0.69": exit.OK, "0.7": Below, "1": Below} {
		code, stdout, stderr := why(t, []string{"--fail-below", below}, leave, report)
		if code != want || !strings.Contains(stdout, "1.38× of 2") || (want == Below) != strings.Contains(stderr, "0.69 of the processors was used, want at least "+below) {
			t.Errorf("%s: exit code %d, stderr %q", below, code, stderr)
		}
	}
	bad := recorded()
	bad.Account.Identity = 0.5
	if code, _, stderr := why(t, []string{"--fail-below", "0.1"}, leave, write(t, bad)); code != exit.Failed || !strings.Contains(stderr, "nothing is known") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

// TestWhy_serial takes the work of a run with one processor for the work.
func TestWhy_serial(t *testing.T) {
	script := `if [ "$GOMAXPROCS" = 1 ]; then cp "$2" "$SKUA_TRACE"; else cp "$1" "$SKUA_TRACE"; fi`
	serial := recorded()
	serial.Workers, serial.Account = 1, trace.Account{Capacity: 0.46, Work: 0.46, SpeedUp: 0.92, Inflation: 1}
	serial.Sites[1].Work = 0.18
	with := func(change func(*trace.Report)) document {
		s := *serial
		change(&s)
		code, stdout, stderr := why(t, []string{"--serial", "--json"}, script, write(t, recorded()), write(t, &s))
		var d document
		if err := json.Unmarshal([]byte(stdout), &d); err != nil || code != exit.OK {
			t.Fatalf("exit code %d, %v: %s%s", code, err, stdout, stderr)
		}
		return d
	}
	d := with(func(*trace.Report) {})
	a, worst := d.Report.Account, d.Verdict.Causes[1]
	if a.Serial != 0.46 || math.Abs(a.SpeedUp-0.92) > 1e-9 || worst.Cause != trace.Memory || worst.Lost != 0.46 || worst.At != "chain.go:20" {
		t.Errorf("%+v, %+v", a, worst)
	}
	if !strings.Contains(d.Verdict.Sentence, "the same work took 1.50 times as long as alone") {
		t.Error(d.Verdict)
	}
	for want, change := range map[string]func(*trace.Report){
		"how many workers it has": func(s *trace.Report) { s.Workers = 2 },
		"longer with one proces":  func(s *trace.Report) { s.Account.Work = 0.8 },
		"had other work":          func(s *trace.Report) { s.Sites = slices.Clone(s.Sites); s.Sites[1].Units = 50 },
		"no call came":            func(s *trace.Report) { s.Calls = 0 },
	} {
		if d := with(change); !strings.Contains(d.Serial.Aside, want) || d.Report.Account.Serial != 0 {
			t.Errorf("%s: set aside because %q", want, d.Serial.Aside)
		}
	}
}

// TestWhy_base compares with what --json wrote, after lines have moved.
func TestWhy_base(t *testing.T) {
	was := recorded()
	was.Sites[0].Line, was.Sites[0].Name = 9, "chain.go:9"
	was.Sites[0].Work, was.Account.Work, was.Account.SpeedUp = 0.1, 0.6, 1.56
	was.Account.Losses[0].Seconds, was.Account.Losses[0].Sites = 0.1, []trace.SiteShare{{Site: 0, Seconds: 0.1}}
	base := write(t, document{SchemaVersion: 1, Report: was})
	_, stdout, _ := why(t, []string{"--base", base}, leave, write(t, recorded()))
	want := "Since the base: 1.38×, and it was 1.56×. 0.36 more to too little to do; 0.36 more at chain.go:13; " +
		"work grew from 600ms to 690ms; that of chain.go:13 from 100ms to 280ms.\n"
	if !strings.Contains(stdout, want) {
		t.Errorf("no %q in\n%s", want, stdout)
	}
	if _, stdout, _ = why(t, []string{"--base", write(t, recorded())}, leave, write(t, recorded())); !strings.Contains(stdout, "No cause, call site or work grew.") {
		t.Errorf("of the same: %s", stdout)
	}
	if code, stdout, stderr := why(t, []string{"--base", "not-there"}, "echo ran", base); code != exit.NotStarted || stdout != "" || !strings.Contains(stderr, "--base: open not-there") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestWhy_files writes pages of a recording.
func TestWhy_files(t *testing.T) {
	dir := t.TempDir()
	page, viewer := filepath.Join(dir, "a.html"), filepath.Join(dir, "a.json")
	code, _, stderr := why(t, []string{"--html", page, "--perfetto", viewer}, leave, write(t, recorded()))
	if code != exit.OK || stderr != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	for name, want := range map[string]string{page: "chain.go:13", viewer: "traceEvents"} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q: %v", name, want, err)
		}
	}
	if code, stdout, stderr := why(t, []string{"--html", filepath.Join(dir, "no", "a")}, leave, write(t, recorded())); code != exit.Failed || stdout == "" || !strings.Contains(stderr, "no such file") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

// TestWhy_terminated passes SIGTERM on, and shows what the program had recorded.
func TestWhy_terminated(t *testing.T) {
	script := `trap 'cp "$1" "$SKUA_TRACE"; exit 0' TERM; echo ready >&2; while :; do sleep 0.01; done`
	p := tooltest.Start(t, nil, "why", "sh", "-c", script, "sh", write(t, recorded()))
	p.Says(t, "ready")
	p.Signal(t, syscall.SIGTERM)
	if code, _ := p.End(t); code != exit.Terminated || !strings.Contains(p.Printed(), "1.38× of 2") {
		t.Errorf("exit code %d, printed %q", code, p.Printed())
	}
}

func TestImports(t *testing.T) {
	for _, c := range []struct {
		info        debug.BuildInfo
		uses, known bool
	}{
		{debug.BuildInfo{Path: "a", Deps: []*debug.Module{{Path: "b"}, {Path: module}}}, true, true},
		{debug.BuildInfo{Path: module + "/examples/fib", Main: debug.Module{Path: module}}, true, true},
		{debug.BuildInfo{Path: "a", Deps: []*debug.Module{{Path: module + "2"}}}, false, true},
		{debug.BuildInfo{Path: "cmd/go"}, false, false},
		{debug.BuildInfo{Path: "a.test"}, false, false},
	} {
		if uses, known := imports(&c.info); uses != c.uses || known != c.known {
			t.Errorf("%+v: %v, %v", c.info, uses, known)
		}
	}
	if _, known := usesSkua("/bin/sh"); known {
		t.Error("something is known of a shell")
	}
}

// TestWhy_impossible: of a recording that contradicts itself nothing else is shown, and forecasts stay within
// their bounds.
func TestWhy_impossible(t *testing.T) {
	r := recorded()
	r.Account.Own = 0.1
	_, stdout, _ := why(t, nil, leave, write(t, r))
	if want := "This recording contradicts itself: work of 690 ms in 100 ms of processor time. Please report it.\n"; stdout != want {
		t.Errorf("%q, want %q", stdout, want)
	}
	r = recorded()
	r.Span = trace.Span{Work: 0.69, Span: 0.6, Parallelism: 1.15} // the loop has a long piece that the dag lacks
	r.Dag.Ops = []trace.Op{{Op: "call"}, {Op: "loop", N: 0.69, Ref: 100, Site: 1}, {Op: "return"}}
	_, stdout, _ = why(t, nil, leave, write(t, r))
	if !strings.Contains(stdout, "2 workers 1.1×") || !strings.Contains(stdout, "Replay: cut to the bounds") || strings.Contains(stdout, "with 2") {
		t.Error(stdout)
	}
}
