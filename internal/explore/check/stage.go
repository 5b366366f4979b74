package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/internal/explore/overlay"
)

// stage is one way to run every scenario.
type stage struct {
	name   string
	budget time.Duration // of each exploration
	chaos  string        // where set, one access in that many yields, and nothing is controlled
	patch  string        // of overlay, if any, besides that which shrinks sizes
	args   []string
}

// closing are the scenarios that leave no goroutine behind.
const closing = "TestExplore(All|Deque|Requests|Large|StealHalf|Range|Cursor|Shared|Stealing|Pool|Scope|Batch|MakerRuns|Close|Cancel|Smaller|Blocking|Loop|JoinOrphan|WaitShows|Number|Larger|InnerGuest|TakenPlace|OwnQueue|LookBelow|Guests|Err|PollStops|Round)"

var stages = []stage{
	{"every interleaving within bounds, and random priorities", 150 * time.Millisecond, "", "", []string{"-run", "TestExplore", "./internal/sleep", "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"the same under the race detector", 40 * time.Millisecond, "", "", []string{"-race", "-vet=off", "-run", "TestExplore", "./internal/sleep", "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"the same with the invariants checked", 40 * time.Millisecond, "", "", []string{"-tags", "explore,invariants", "-run", "TestExplore", "./internal/sleep", "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"running freely, with random yields", 30 * time.Millisecond, "4", "", []string{"-run", closing, "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"running freely under the race detector", 30 * time.Millisecond, "8", "", []string{"-race", "-vet=off", "-run", closing, "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"tasks in shared memory, processes killed and stopped at every step", 250 * time.Millisecond, "", "", []string{"-run", "TestExplore", "./cluster/shm"}},
	{"the same under the race detector", 60 * time.Millisecond, "", "", []string{"-race", "-vet=off", "-run", "TestExplore", "./cluster/shm"}},
	{"loops that count in groups", 60 * time.Millisecond, "", overlay.Grouped, []string{"-tags", "explore,invariants", "-run", "TestExplore(Loop|Views)", overlay.Scenarios}},
	{"as if each call came on a coroutine", 60 * time.Millisecond, "", overlay.Strangers, []string{"-run", "TestExplore(Pool|Scope|Blocking|Loop[A-Z])", overlay.Scenarios}},
}

// runs are the jobs that run the stages.
func runs(dir string, longer int) []func() result {
	var jobs []func() result
	for i, s := range stages {
		jobs = append(jobs, func() result { return s.run(fmt.Sprint(dir, "/stage", i), longer) })
	}
	return jobs
}

func (s stage) run(dir string, longer int) result {
	var patches []overlay.Patch
	if s.patch != "" {
		var err error
		if patches, err = overlay.Named(s.patch); err != nil {
			return result{err: err}
		}
	}
	file, err := weave(dir, patches)
	if err != nil {
		return result{err: err}
	}
	begun := time.Now()
	out, err := goTest(file, s.budget*time.Duration(longer), s.chaos, append([]string{"-p", "1", "-v", "-timeout", "2h"}, s.args...)...)
	title := fmt.Sprintf("== %s, %.0f s\n", s.name, time.Since(begun).Seconds())
	if err != nil {
		return result{text: title + passed.ReplaceAllString(out, ""), err: fmt.Errorf("%s: %w", s.name, err)}
	}
	return result{text: title + summary(out)}
}

// scenarios is the import path of overlay.Scenarios.
const scenarios = "github.com/skua-go/skua/internal/explore/scenario"

// plants are the jobs that plant the wanted faults.
func plants(dir string, wanted *regexp.Regexp) []func() result {
	var jobs []func() result
	for _, f := range overlay.Faults {
		if wanted.MatchString(f.Name) {
			jobs = append(jobs, func() result { return plant(dir+"/"+f.Name, f) })
		}
	}
	return jobs
}

// plant runs the tests that must find the fault.
func plant(dir string, f overlay.Fault) result {
	file, err := weave(dir, f.Patches)
	if err != nil {
		return result{err: err}
	}
	// To inline into scenarios costs half of their compilation and finds no fault.
	args := []string{"-vet=off", "-gcflags=" + scenarios + "=-l", "-failfast", "-timeout", "1m", "-run", "TestExplore" + f.Test, f.Package}
	if f.NeedsRace() {
		args = append([]string{"-race"}, args...)
	}
	start := time.Now()
	out, err := goTest(file, 2*time.Second, "", args...)
	word := "MISSED"
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		m := failure.FindStringSubmatch(out)
		if m == nil {
			return result{text: out, err: fmt.Errorf("fault %s: no exploration failed, but go test did", f.Name)}
		}
		word = "found: " + m[1]
	} else if err != nil {
		return result{err: err}
	}
	line := fmt.Sprintf("fault %-30s %5.1fs  %s\n", f.Name, time.Since(start).Seconds(), word)
	return result{text: line, missed: word == "MISSED"}
}

// passed matches what go test -v prints of tests that did not fail.
var passed = regexp.MustCompile(`(?m)^( *--- PASS|=== RUN|    \S+: .* exhausted (true|false)$).*\n`)

var failure = regexp.MustCompile(`explore: (.*)`)

// goTest runs go test in the woven build and returns what it printed.
func goTest(overlay string, budget time.Duration, chaos string, args ...string) (string, error) {
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-tags", "explore", "-overlay", overlay}, args...)...)
	cmd.Env = append(os.Environ(), "SKUA_EXPLORE="+budget.String(), "SKUA_CHAOS="+chaos)
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
