package main

import (
	"errors"
	"fmt"
	"iter"
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
	{"the same under the race detector", 40 * time.Millisecond, "", "", []string{"-race", "-run", "TestExplore", "./internal/sleep", "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"the same with the invariants checked", 40 * time.Millisecond, "", "", []string{"-tags", "explore,invariants", "-run", "TestExplore", "./internal/sleep", "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"running freely, with random yields", 30 * time.Millisecond, "4", "", []string{"-run", closing, "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"running freely under the race detector", 30 * time.Millisecond, "8", "", []string{"-race", "-run", closing, "./deque", "./internal/indices", "./span", overlay.Scenarios}},
	{"tasks in shared memory, processes killed and stopped at every step", 250 * time.Millisecond, "", "", []string{"-run", "TestExplore", "./cluster/shm"}},
	{"the same under the race detector", 60 * time.Millisecond, "", "", []string{"-race", "-run", "TestExplore", "./cluster/shm"}},
	{"as if each call came on a coroutine", 60 * time.Millisecond, "", overlay.Strangers, []string{"-run", "TestExplore(Pool|Scope|Blocking|Loop[A-Z])", overlay.Scenarios}},
}

func (s stage) run(dir string, longer int) error {
	var patches []overlay.Patch
	if s.patch != "" {
		var err error
		if patches, err = overlay.Named(s.patch); err != nil {
			return err
		}
	}
	file, err := weave(dir, "clean"+s.patch, patches)
	if err != nil {
		return err
	}
	fmt.Printf("== %s\n", s.name)
	out, err := goTest(file, s.budget*time.Duration(longer), s.chaos, append([]string{"-v", "-timeout", "2h"}, s.args...)...)
	if err != nil {
		os.Stdout.WriteString(passed.ReplaceAllString(out, ""))
		return fmt.Errorf("%s: %w", s.name, err)
	}
	fmt.Print(summary(out))
	return nil
}

// result is what became of a fault.
type result struct {
	line  string
	found bool
	err   error
}

// plantAll plants the wanted faults, two at a time, and yields the results in
// the order of the list.
func plantAll(dir string, wanted *regexp.Regexp) iter.Seq[result] {
	return func(yield func(result) bool) {
		turns := make(chan struct{}, 2) // linking is most of it, and takes one processor
		var results []chan result
		for _, f := range overlay.Faults {
			if !wanted.MatchString(f.Name) {
				continue
			}
			c := make(chan result, 1)
			results = append(results, c)
			go func() {
				turns <- struct{}{}
				c <- plant(dir, f)
				<-turns
			}()
		}
		for _, c := range results {
			if !yield(<-c) {
				return
			}
		}
	}
}

// plant runs the tests that must find the fault.
func plant(dir string, f overlay.Fault) result {
	file, err := weave(dir, f.Name, f.Patches)
	if err != nil {
		return result{err: err}
	}
	args := []string{"-vet=off", "-failfast", "-timeout", "1m", "-run", "TestExplore" + f.Test, f.Package}
	if f.NeedsRace() {
		args = append([]string{"-race"}, args...)
	}
	start := time.Now()
	out, err := goTest(file, 2*time.Second, "", args...)
	word := "MISSED"
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		m := failure.FindStringSubmatch(out)
		if m == nil {
			os.Stdout.WriteString(out)
			return result{err: fmt.Errorf("fault %s: no exploration failed, but go test did", f.Name)}
		}
		word = "found: " + m[1]
	} else if err != nil {
		return result{err: err}
	}
	line := fmt.Sprintf("fault %-30s %5.1fs  %s\n", f.Name, time.Since(start).Seconds(), word)
	return result{line: line, found: word != "MISSED"}
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
