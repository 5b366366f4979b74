package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/skua-go/skua/verify/overlay"
)

const (
	module    = "github.com/skua-go/skua"
	scenarios = module + "/verify/scenario" // overlay.Scenarios
)

// works are the steps of each exploration that looks for a fault, in turn until one finds it: most are found
// at once, but a test may have explorations before the one that can see the fault. The race engine has a
// tenth of them. All faults but left-to-a-free-token are found within 4,000,000.
var works = []int{40_000, 400_000, 4_000_000, 40_000_000}

// plants are the jobs that plant the wanted faults.
func (w wish) plants(dir string) []func() result {
	var jobs []func() result
	for _, f := range overlay.Faults {
		if w.name.MatchString(f.Name) && (w.in == nil || slices.Contains(w.in, f.In())) {
			jobs = append(jobs, func() result { return plant(dir, f, w.times) })
		}
	}
	return jobs
}

// plant runs the tests that must find the fault.
func plant(dir string, f overlay.Fault, times float64) result {
	start := time.Now()
	out, err := look(dir, f, times)
	word := "MISSED"
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		m := failure.FindStringSubmatch(out)
		if m == nil {
			return result{text: out, err: fmt.Errorf("fault %s: no exploration failed, but its tests did: %w", f.Name, err)}
		}
		word = "found: " + m[1]
	} else if err != nil {
		return result{text: out, err: fmt.Errorf("fault %s: %w", f.Name, err)}
	}
	line := fmt.Sprintf("fault %-30s %5.1fs  %s\n", f.Name, time.Since(start).Seconds(), word)
	return result{text: line, missed: word == "MISSED"}
}

// look returns what the tests print when they find the fault, and how they end.
func look(dir string, f overlay.Fault, times float64) (out string, err error) {
	program, err := build(dir, f)
	if err != nil {
		return "", err
	}
	defer os.Remove(program)
	for _, work := range works {
		if f.NeedsRace() {
			work /= 10
		}
		cmd := exec.Command(program, "-test.failfast", "-test.timeout=2h", "-test.run=TestExplore"+f.Test)
		cmd.Dir = f.Package
		if out, err = output(cmd, scaled(work, times), ""); err != nil {
			break
		}
	}
	return out, err
}

// build returns the tests, as a program, in a build that has the fault. Optimization would be a third of the
// compilation, and finds no fault.
func build(dir string, f overlay.Fault) (program string, err error) {
	file, err := weave(filepath.Join(dir, f.Name), f.Patches)
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	kept := filepath.Join(dir, "kept")
	if err := os.MkdirAll(kept, 0o755); err != nil {
		return "", err
	}
	program = filepath.Join(dir, f.Name+".test")
	cmd := exec.Command("go", "test", "-c", "-o", program, "-tags", "explore", "-overlay", file, "-vet=off", "-ldflags=-s -w",
		"-toolexec", self+" "+cutting+" "+kept,
		"-gcflags="+module+"/...=-N -l", "-gcflags="+module+"/internal/explore/...=", "-gcflags="+scenarios+"=-N -l")
	if f.NeedsRace() {
		cmd.Args = append(cmd.Args, "-race")
	}
	cmd.Args = append(cmd.Args, f.Package)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("does not build: %v\n%s", err, out)
	}
	return program, nil
}

var failure = regexp.MustCompile(`explore: (.*)`)
