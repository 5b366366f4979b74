//go:build !race

// The race detector sees nothing of the programs that these tests start, and what it slows down
// makes the machine busy.

package causes

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// A program, and what skua why must say of it.
type program struct {
	name  string
	cause trace.Cause // of the largest loss that is the program's; none if it has no fault
	line  bool        // at the line that has the comment
}

var programs = []program{
	{"serial", trace.Parallelism, true},
	{"tiny", trace.Fine, true},
	{"good", none, false}, // of those in front the short form is content
	{"longleaf", trace.Parallelism, true},
	{"memory", trace.Memory, true},
	{"garbage", trace.Collector, false},
	{"mutex", trace.Waiting, true},
	{"series", trace.Fine, true},
}

// none is the cause of programs in which nothing is wrong.
const none trace.Cause = ""

// A program is recorded until the answer is right: on a busy machine a recording may say of a fault only
// that others had the processors. It is wrong if it is never right, and wrong so often while nobody else
// had much of the processors.
const (
	attempts = 8
	wrongs   = 3
)

func TestCauses(t *testing.T) {
	tool := build(t, "./...")
	for _, p := range programs[:expect.Size(3, len(programs), len(programs))] {
		t.Run(p.name, func(t *testing.T) {
			if wrong := tool.judge(t, p, p.name); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// tools is the directory of the programs and of the command.
type tools string

// build builds the command and those programs.
func build(t *testing.T, programs string) tools {
	t.Helper()
	dir := t.TempDir()
	for _, target := range []string{programs, "../../skua"} {
		if out, err := exec.Command("go", "build", "-tags", "skua_record", "-o", dir+string(filepath.Separator), target).CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", target, err, out)
		}
	}
	return tools(dir)
}

// busy is the share of the processors that others may take before nothing is wanted of a
// recording but that it adds up: two workers that never run at the same time lose nothing.
const busy = 0.1

// judge records a program until skua why is right about it, and says what is wrong if it never is.
func (dir tools) judge(t *testing.T, p program, folder string) (wrong string) {
	quiet := 0
	for range expect.Size(2, wrongs, attempts) {
		v, problem := dir.record(p)
		if problem != "" {
			return problem
		}
		said := right(p, folder, v)
		if said == "" {
			return ""
		}
		said = fmt.Sprintf("%s:\n%s", said, v)
		if v.Refusal == "" && others(v) > busy*float64(v.Workers) {
			t.Logf("on a busy machine: %s", said)
			continue
		}
		if p.cause == trace.Memory && (v.AtMost || largest(v).Cause == none) { // slow memory is not told from work, or it is fast
			t.Logf("not told: %s", said)
			continue
		}
		if quiet++; quiet == wrongs {
			return said
		}
	}
	return "" // the machine is too busy to tell, or its memory too even
}

// others is what the machine took of the processors, in ×.
func others(v trace.Verdict) (x float64) {
	for _, n := range v.Causes {
		if n.Cause == trace.Others || n.Cause == trace.Limited {
			x += n.Lost
		}
	}
	return x
}

// record records a program, and says what is wrong if there is no verdict that adds up.
func (dir tools) record(p program) (v trace.Verdict, wrong string) {
	cmd := exec.Command(filepath.Join(string(dir), "skua"), "why", "--json", filepath.Join(string(dir), p.name))
	cmd.Env = append(os.Environ(), "GOMAXPROCS=2")
	var messages strings.Builder
	cmd.Stderr = &messages
	text, err := cmd.Output()
	if err != nil {
		return v, fmt.Sprintf("%v: %s", err, messages.String())
	}
	var d struct {
		Verdict trace.Verdict
		Report  *trace.Report
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return v, err.Error()
	}
	return d.Verdict, addsUp(d.Verdict, d.Report)
}

// addsUp wants the losses to be what is missing to all workers: in the report to 2 %, in
// the sentence exactly.
func addsUp(v trace.Verdict, r *trace.Report) string {
	sum := r.Account.SpeedUp
	for _, l := range r.Account.Losses {
		sum += l.Seconds / r.Seconds
	}
	if math.Abs(sum-float64(r.Workers)) > 0.02*float64(r.Workers) {
		return fmt.Sprintf("speed-up and losses are %.3f of %d workers", sum, r.Workers)
	}
	said := v.SpeedUp + v.Rest
	for _, n := range v.Causes {
		said += n.Lost
	}
	if v.Refusal == "" && math.Abs(said-float64(r.Workers)) > 1e-6 {
		return fmt.Sprintf("the sentence adds up to %.3f of %d workers", said, r.Workers)
	}
	return ""
}

// right compares a verdict with what it should be.
func right(p program, folder string, v trace.Verdict) string {
	if v.Refusal != "" {
		return "refused"
	}
	worst := largest(v)
	if worst.Cause != p.cause {
		return fmt.Sprintf("%s is named for %q, want %q", p.name, worst.Cause, p.cause)
	}
	if want := marked(folder); p.line && worst.At != want {
		return fmt.Sprintf("%s is at %s, want %s", worst.Cause, worst.At, want)
	}
	return ""
}

// largest is the largest cause that is the program's.
func largest(v trace.Verdict) trace.Named {
	for _, n := range v.Causes {
		if n.Cause != trace.Others && n.Cause != trace.Limited && n.Cause != trace.Measuring {
			return n
		}
	}
	return trace.Named{}
}

// marked is the line of a program that has the comment.
func marked(folder string) string {
	text, err := os.ReadFile(filepath.Join(folder, "main.go"))
	if err != nil {
		return err.Error()
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(line, "// the line") {
			return fmt.Sprintf("main.go:%d", i+1)
		}
	}
	return "no line of " + folder
}
