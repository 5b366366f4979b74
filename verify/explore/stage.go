package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/verify/overlay"
)

// stage is one way to run every scenario.
type stage struct {
	name  string
	work  int    // steps of each exploration, or rounds in chaos
	chaos string // where set, one access in that many yields, and nothing is controlled
	patch string // of overlay, if any, besides that which shrinks sizes
	args  []string
}

// closing are the scenarios that leave no goroutine behind.
const closing = "TestExplore(All|Cause|Lines|Deque|Requests|Large|StealHalf|Range|Cursor|Shared|Stealing|Pool|Scope|Batch|MakerRuns|Close|Cancel|Smaller|Blocking|Loop|JoinOrphan|WaitShows|Number|Larger|InnerGuest|TakenPlace|Classic(Wake|Other|Last|Batch|Nested|Search|Loot|RealTime|Panic|Latch)|OwnQueue|LookBelow|Guests|Err|PollStops|Round)"

var stages = []stage{
	{"scheduler: every interleaving within bounds, and random priorities", 500_000, "", "", []string{"-run", "TestExplore", "./internal/sleep", "./deque", "./classic", "./internal/indices", "./internal/tracer", "./span", overlay.Scenarios}},
	{"scheduler: the same under the race detector", 12_000, "", "", []string{"-race", "-vet=off", "-run", "TestExplore", "./internal/sleep", "./deque", "./classic", "./internal/indices", "./internal/tracer", "./span", overlay.Scenarios}},
	{"scheduler: the same with the invariants checked", 120_000, "", "", []string{"-tags", "explore,invariants", "-run", "TestExplore", "./internal/sleep", "./deque", "./classic", "./internal/indices", "./internal/tracer", "./span", overlay.Scenarios}},
	{"scheduler: running freely, with random yields", 300, "4", "", []string{"-run", closing, "./deque", "./classic", "./internal/indices", "./internal/tracer", "./span", overlay.Scenarios}},
	{"scheduler: running freely under the race detector", 50, "8", "", []string{"-race", "-vet=off", "-run", closing, "./deque", "./classic", "./internal/indices", "./internal/tracer", "./span", overlay.Scenarios}},
	{"shared memory: processes killed and stopped at every step", 800_000, "", "", []string{"-run", "TestExplore", "./cluster/shm"}},
	{"shared memory: the same under the race detector", 120_000, "", "", []string{"-race", "-vet=off", "-run", "TestExplore", "./cluster/shm"}},
	{"scheduler: loops that count in groups", 180_000, "", overlay.Grouped, []string{"-tags", "explore,invariants", "-run", "TestExplore(Loop|Views)", overlay.Scenarios}},
	{"scheduler: as if each call came on a coroutine", 180_000, "", overlay.Strangers, []string{"-run", "TestExplore(Pool|Scope|Blocking|Loop[A-Z])", overlay.Scenarios}},
}

// runs are the jobs that run the wanted stages.
func (w wish) runs(dir string) []func() result {
	var jobs []func() result
	for i, s := range stages {
		if w.name.MatchString(s.name) {
			jobs = append(jobs, func() result { return s.run(fmt.Sprint(dir, "/stage", i), w.times) })
		}
	}
	return jobs
}

func (s stage) run(dir string, times float64) result {
	var patches []overlay.Patch
	if s.patch != "" {
		var err error
		if patches, err = overlay.Named(s.patch); err != nil {
			return result{err: err}
		}
	}
	file, err := weave(dir, patches, nil)
	if err != nil {
		return result{err: err}
	}
	begun := time.Now()
	out, err := goTest(file, scaled(s.work, times), s.chaos, append([]string{"-p", "1", "-v", "-timeout", "2h"}, s.args...)...)
	title := fmt.Sprintf("== %s, %.0f s\n", s.name, time.Since(begun).Seconds())
	if err != nil {
		return result{text: title + passed.ReplaceAllString(out, ""), err: fmt.Errorf("%s: %w", s.name, err)}
	}
	return result{text: title + summary(out)}
}

func scaled(work int, times float64) int { return max(1, int(float64(work)*times)) }

// passed matches what go test -v prints of tests that did not fail.
var passed = regexp.MustCompile(`(?m)^( *--- PASS|=== RUN|    \S+: .* exhausted (true|false)$).*\n`)

// goTest runs go test in the woven build and returns what it printed.
func goTest(overlay string, work int, chaos string, args ...string) (string, error) {
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-tags", "explore", "-overlay", overlay}, args...)...)
	return output(cmd, work, chaos)
}

// output runs a command whose explorations have so much work, and returns what it printed.
func output(cmd *exec.Cmd, work int, chaos string) (string, error) {
	cmd.Env = append(cmd.Environ(), fmt.Sprint("SKUA_EXPLORE=", work), "SKUA_CHAOS="+chaos)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var (
	testLine = regexp.MustCompile(`^=== RUN\s+TestExplore((?:Deque/)?[^/\s]+)`)
	runsLine = regexp.MustCompile(`: (\d+) runs, (\d+) steps, .* exhausted (true|false)`)
)

// summary adds up, per test, what go test -v printed.
func summary(out string) string {
	type sum struct{ explorations, exhausted, runs, steps int }
	sums, order, test := map[string]*sum{}, []string{}, ""
	for line := range strings.Lines(out) {
		if m := testLine.FindStringSubmatch(line); m != nil {
			if test = m[1]; sums[test] == nil {
				sums[test] = &sum{}
				order = append(order, test)
			}
		} else if m := runsLine.FindStringSubmatch(line); m != nil {
			s := sums[test]
			runs, _ := strconv.Atoi(m[1])
			steps, _ := strconv.Atoi(m[2])
			s.explorations, s.runs, s.steps = s.explorations+1, s.runs+runs, s.steps+steps
			if m[3] == "true" {
				s.exhausted++
			}
		}
	}
	var b strings.Builder
	for _, name := range order {
		s := sums[name]
		fmt.Fprintf(&b, "%-16s %4d explorations, %4d exhausted, %9d interleavings, %11d steps\n",
			name, s.explorations, s.exhausted, s.runs, s.steps)
	}
	return b.String()
}
